import { definePath } from '../ui/define-path.ts';

/** The path of a page of the gallery. */
export const partPath = (name: string) => definePath(`/${name}`);
