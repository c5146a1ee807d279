/** What the application mounts and runs of api keys. */
export { KeyPrincipals } from './principals.ts';
export { registerApiKeys } from './routes.ts';
export { isKey } from './rules.ts';
export { makeFurtherKey } from './service.ts';
