import { ForbiddenPage, NotFoundPage } from '../ui/page-states.tsx';
import { partPath } from './paths.ts';

const HOME = { path: partPath('text'), label: 'goToStart' } as const;

export const ForbiddenPart = () => <ForbiddenPage home={HOME} />;
export const NotFoundPart = () => <NotFoundPage home={HOME} />;
