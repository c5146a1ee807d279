import { inlineScript, rendererConfig } from './vite.renderer.ts';

/** The payment page. */
export default rendererConfig('pay', [
  inlineScript('pay', [
    // The script shares the contract's rules but none of its schemas: zod stays out of the page.
    'z',
    'oneOf',
    'optionalText',
    'text',
    'email',
    'mobile',
    'PAYMENT_METHODS',
  ]),
]);
