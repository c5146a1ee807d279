/**
 * The page's one script. Every page works without it: it formats what is typed, says at once what is wrong,
 * counts down, copies, prints and looks whether the money has arrived. It keeps nothing of a card.
 */
import { startCopying, startPrinting } from './buttons.ts';
import { startCountdowns, startPolling, startResend } from './clock.ts';
import { startFields } from './fields.ts';
import { startForms } from './forms.ts';

startFields();
startForms();
startCountdowns();
startResend();
startPolling();
startCopying();
startPrinting();
document.querySelector<HTMLElement>('[data-errors]')?.focus();
