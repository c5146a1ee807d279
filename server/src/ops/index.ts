import type { FastifyInstance } from 'fastify';
import type { MountOptions } from '../platform/http/mount.ts';
import { registerOperators } from './routes.ts';

export { demoOperator } from './operators/demo.ts';
export { operatorsOf } from './operators/sessions.ts';
export { forgetSessions as forgetOperatorSessions } from './operators/store.ts';

/** Mounts everything of the provider's console. */
export function registerOps(server: FastifyInstance, options: MountOptions): void {
  registerOperators(server, options);
}
