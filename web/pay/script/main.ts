/**
 * The page's only script. Every page works without it: it formats what is typed, reports mistakes immediately, counts
 * down, copies, prints and polls for the money's arrival. It stores nothing about a card.
 */

import { startProofs } from '../../pages/script/proof.ts';
import { startCopying, startPrinting } from './buttons.ts';
import { startCountdowns, startPolling, startResend } from './clock.ts';
import { startFields } from './fields.ts';
import { startForms } from './forms.ts';
import { startFrame } from './frame.ts';

startFields();
startForms();
startProofs();
startCountdowns();
startResend();
startPolling();
startCopying();
startPrinting();
startFrame();
document.querySelector<HTMLElement>('[data-errors]')?.focus();
