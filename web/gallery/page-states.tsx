import { ForbiddenPage, NotFoundPage } from '../ui/page-states.tsx';

export const ForbiddenPart = () => <ForbiddenPage home="/text" />;
export const NotFoundPart = () => <NotFoundPage home="/text" />;
