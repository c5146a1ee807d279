import type { Principals } from './principals.ts';
import type { AccessTokens } from './tokens.ts';

/** Services that sign-in needs besides the app. */
export interface Auth {
  tokens: AccessTokens;
  principals: Principals;
  /** Secret from which refresh tokens are derived. */
  secret: string;
}
