import { definePath } from '../../ui/define-path.ts';

export const homePath = definePath('/');
export const forbiddenPath = definePath('/403');
export const joinPath = definePath('/join');

export const companyPath = definePath<{ state?: string; code?: string; iss?: string; error?: string }>(
  '/company-sign-in',
);

/** `next`: the address that was asked for, to return to after sign-in. */
export const signInPath = definePath<{ next?: string; ended?: 'yes' }>('/sign-in');
