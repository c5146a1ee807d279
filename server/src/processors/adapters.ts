/** The adapters of this release; a new one is added only here. */
import { fawry } from './fawry/index.ts';
import type { Adapter, Processors } from './gateway.ts';
import { mpgs } from './mpgs/index.ts';
import { paymob } from './paymob/index.ts';
import { processorsOf } from './registry.ts';

export const ADAPTERS: readonly Adapter[] = [mpgs, fawry, paymob];

export const processors: Processors = processorsOf(ADAPTERS);
