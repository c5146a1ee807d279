import { definePath } from '../../ui/define-path.ts';
import type { Path } from '../../ui/path.ts';

/** The path that a reply names, such as a notification's. The server may only name screens. */
export const pathFromServer = (href: string): Path => definePath(href);
