import type { ComponentType } from 'react';
import { DetailPart } from './detail.tsx';
import { FieldsPart } from './fields.tsx';
import { ImportPart } from './import.tsx';
import { ListPart } from './list.tsx';
import { OverlaysPart } from './overlays.tsx';
import { ForbiddenPart, NotFoundPart } from './page-states.tsx';
import { StatesPart } from './states.tsx';
import { TextPart } from './text.tsx';
import { UploadsPart } from './uploads.tsx';

interface Part {
  path: string;
  Content: ComponentType;
}

/** The pages of the gallery. Each has one `h1`: its own, or that of the page it shows. */
export const PARTS = [
  { path: 'text', Content: TextPart },
  { path: 'states', Content: StatesPart },
  { path: 'fields', Content: FieldsPart },
  { path: 'uploads', Content: UploadsPart },
  { path: 'import', Content: ImportPart },
  { path: 'list', Content: ListPart },
  { path: 'detail', Content: DetailPart },
  { path: 'overlays', Content: OverlaysPart },
  { path: 'forbidden', Content: ForbiddenPart },
  { path: 'not-found', Content: NotFoundPart },
] as const satisfies readonly Part[];
