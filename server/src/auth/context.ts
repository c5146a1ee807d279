import type { Principals } from './principals.ts';
import type { AccessTokens } from './tokens.ts';

/** What the sign-in services need besides the app. */
export interface Auth {
  tokens: AccessTokens;
  principals: Principals;
  /** Derives refresh tokens. */
  secret: string;
}
