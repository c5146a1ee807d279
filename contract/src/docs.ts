import type { OpenApiDocument } from './openapi.ts';

/** The pages for developers and for whoever wants to know the terms. */
export const DOC_PAGES = {
  guide: '/docs',
  reference: '/docs/reference',
  terms: '/terms',
  privacy: '/privacy',
} as const;
export type DocPage = keyof typeof DOC_PAGES;

/** One page to draw. */
export interface DocsView {
  page: DocPage;
  locale: 'en' | 'ar';
  /** Of the reference: the noun whose calls are shown; null for the overview. */
  noun: string | null;
  document: OpenApiDocument;
  /** Origin of the API. */
  origin: string;
  /** Requests a minute that each key has. */
  limit: number;
}

/** What the built renderer exports. */
export interface DocsRenderer {
  /** A whole HTML document. */
  renderDocs(view: DocsView): string;
  /** CSP source (`'sha256-…'`) of the one inline style; there is no script. */
  csp: { style: string[] };
}
