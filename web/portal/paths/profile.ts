import { definePath } from '../../ui/define-path.ts';

export const profilePath = definePath('/profile-setting');
