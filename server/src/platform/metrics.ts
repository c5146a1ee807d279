import { Registry } from 'prom-client';

/** Metrics that the nouns of this process record; `/metrics` reports them besides those of the platform. */
export const processMetrics = new Registry();
