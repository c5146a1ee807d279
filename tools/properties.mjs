// Before each test file: property tests try the same cases in every run, others with PROPERTY_SEED; see ADR 29.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });
