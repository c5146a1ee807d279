/** The store's only script, in a page that asks for a proof of work before it sends one more code. */
import { startProofs } from '../../pages/script/proof.ts';

startProofs();
