import { InvalidError } from '../platform/http/errors.ts';

/** 422: another row of the same kind and mode has the merchant reference, and a unique one was requested. */
export class MerchantReferenceTaken extends InvalidError {
  constructor() {
    super({ merchant_reference: [{ key: 'MerchantReferenceTaken' }] });
  }
}
