// Runs before each test file: property tests use the same cases in every run, or those of PROPERTY_SEED (ADR 9), and what
// a test waits for may take as long as on a machine that does much else.
import fc from 'fast-check';
import { vi } from 'vitest';

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });

/** Vitest gives up after one second. Of `expect.poll`, `vitest.config.ts` says the same. */
const PATIENCE = { timeout: 20_000 };
const isPatient = Symbol.for('daftar: waits are patient');

/** Files share a process, and this runs for each. */
if (!vi[isPatient]) {
  for (const wait of ['waitFor', 'waitUntil']) {
    const impatient = vi[wait];
    vi[wait] = (what, given = {}) =>
      impatient(what, typeof given === 'number' ? given : { ...PATIENCE, ...given });
  }
  vi[isPatient] = true;
}
