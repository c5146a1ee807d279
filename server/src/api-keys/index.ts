/** API keys' front door for the application. */
export { KeyPrincipals } from './principals.ts';
export { registerApiKeys } from './routes.ts';
export { isKey } from './rules.ts';
export { makeFurtherKey } from './service.ts';
