import type { RiskOutcome } from '@daftar/contract/ops-risk';
import { Counter } from 'prom-client';
import { processMetrics } from '../platform/metrics.ts';

const attempts = new Counter({
  name: 'daftar_risk_attempts_total',
  help: 'Payment attempts by what the rules of risk made of them',
  labelNames: ['outcome'],
  registers: [processMetrics],
});

/** Counts the outcome of an attempt. */
export const countVerdict = (outcome: RiskOutcome | 'trusted'): void => attempts.inc({ outcome });
