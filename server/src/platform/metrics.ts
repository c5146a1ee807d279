import { Registry } from 'prom-client';

/** What nouns of this process measure themselves; `/metrics` reports it beside what the platform measures. */
export const processMetrics = new Registry();
