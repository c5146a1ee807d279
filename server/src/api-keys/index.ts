/** Exports what the application mounts and runs for api keys. */
export { KeyPrincipals } from './principals.ts';
export { registerApiKeys } from './routes.ts';
export { isKey } from './rules.ts';
export { makeFurtherKey } from './service.ts';
