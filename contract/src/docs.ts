import type { OpenApiDocument } from './openapi.ts';

/** The developer pages, and the terms and privacy pages. */
export const DOC_PAGES = {
  guide: '/docs',
  reference: '/docs/reference',
  errors: '/docs/errors',
  versions: '/docs/versions',
  changelog: '/docs/changelog',
  terms: '/terms',
  privacy: '/privacy',
} as const;
export type DocPage = keyof typeof DOC_PAGES;

/** What the page of an error says. */
export interface DocumentedError {
  code: string;
  /** HTTP */
  status: number;
  /** What `message`, or the sentence of the field, says; what varies is in braces. */
  sentences: string[];
  /** What it means, and what to do. */
  explanation: string;
}

/** The view of one page. */
export interface DocsView {
  page: DocPage;
  locale: 'en' | 'ar';
  /** In the reference the noun whose calls are shown, among the errors a code; null for the overview. */
  noun: string | null;
  document: OpenApiDocument;
  /** In the order of their status and code. */
  errors: readonly DocumentedError[];
  /** The origin of the API. */
  origin: string;
  /** Requests per minute of each key. */
  limit: number;
}

/** Exports of the built renderer. */
export interface DocsRenderer {
  /** A whole HTML document. */
  renderDocs(view: DocsView): string;
  /** The page as plain Markdown; null for a page that has none. */
  renderText(view: DocsView): string | null;
  /** `/llms.txt`. */
  renderList(view: DocsView): string;
  /** CSP source (`'sha256-…'`) of the one inline style; there is no script. */
  csp: { style: string[] };
}
