import { definePath } from '../../ui/define-path.ts';

export const homePath = definePath('/');
export const forbiddenPath = definePath('/403');
export const joinPath = definePath('/join');

/** `next`: the address that was asked for, to return to after sign-in. */
export const signInPath = definePath<{ next?: string }>('/sign-in');
