// Runs before each test file: property tests use the same cases in every run, or those of PROPERTY_SEED; see ADR 29.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });
