import { type Logger, pino } from 'pino';
import type { Config } from '../config.ts';
import { traceIds } from './tracing/spans.ts';

/** Creates the structured log on standard error. Fields that may contain a secret are removed by name. */
export function createLog(config: Pick<Config, 'logLevel'>): Logger {
  return pino(
    {
      level: config.logLevel,
      base: null,
      mixin: () => traceIds(),
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['password', 'token', 'otp', 'card_number', 'card_cvv', 'authorization', 'cookie'].flatMap(
          (name) => [name, `*.${name}`, `*.*.${name}`],
        ),
        remove: true,
      },
    },
    pino.destination({ fd: 2, sync: true }),
  );
}
