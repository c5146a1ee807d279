import type { App, Mode } from '../platform/context.ts';
import { guestKey } from '../platform/keys.ts';
import type { Processor } from './port.ts';
import { SANDBOX, sandbox } from './sandbox.ts';

type Needs = Pick<App, 'pool' | 'clock' | 'config'>;

/**
 * Whether the sandbox processes payments of this mode: always in test mode; in live mode for the demo or when
 * configured.
 */
export function isSandboxed(app: Pick<App, 'config'>, mode: Mode): boolean {
  return mode === 'test' || app.config.sandboxLive;
}

/**
 * The processor for payments of this mode; null when there is none, and live payments are refused. A live processor
 * would be chosen here, by the configuration.
 */
export function processorFor(app: Needs, mode: Mode): Processor | null {
  return isSandboxed(app, mode) ? processorNamed(app, SANDBOX) : null;
}

/** The processor that an attempt was started with. */
export function processorNamed(app: Needs, name: string): Processor | null {
  return name === SANDBOX ? sandbox(app, guestKey(app, 'sandbox callback')) : null;
}
