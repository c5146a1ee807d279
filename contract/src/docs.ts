import type { OpenApiDocument } from './openapi.ts';
import type { StatusView } from './status.ts';

/** The developer pages, and the terms and privacy pages. */
export const DOC_PAGES = {
  guide: '/docs',
  'card-payment': '/docs/card-payment',
  'erp-invoices': '/docs/erp-invoices',
  shop: '/docs/shop',
  webhooks: '/docs/webhooks',
  'test-data': '/docs/test-data',
  'going-live': '/docs/going-live',
  mcp: '/docs/mcp',
  reference: '/docs/reference',
  errors: '/docs/errors',
  versions: '/docs/versions',
  changelog: '/docs/changelog',
  terms: '/terms',
  privacy: '/privacy',
} as const;
export type DocPage = keyof typeof DOC_PAGES;

/** The guide and the pages beside it, each about one goal, in the order of reading. */
export const GUIDES = [
  'guide',
  'card-payment',
  'erp-invoices',
  'shop',
  'webhooks',
  'test-data',
  'going-live',
  'mcp',
] as const satisfies readonly DocPage[];

/** Where words are sought in all pages, the reference and the errors. */
export const SEARCH_PATH = '/docs/search';
/** Of a query: characters, and words. */
export const SEARCH_LONGEST = 100;
export const SEARCH_WORDS = 8;

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

/** What the sandbox does: told by itself, so that it cannot be told otherwise. */
export interface SandboxFacts {
  cards: readonly {
    number: string;
    brand: string;
    /** As the payment page names it: `testCard.<outcome>`. */
    outcome: string;
    /** The `failure_reason` of the event `payment.failed`; null where the payment does not fail. */
    reason: string | null;
  }[];
  methods: readonly {
    id: number;
    /** Of the contract: `Card`. */
    code: string;
    /** How it is paid: by a test card, by a code sent to the mobile, or by a code that is paid elsewhere. */
    step: 'card' | 'otp' | 'code';
    /** Where a refund goes: back the way it came, or to a bank account that the merchant names. */
    refund: 'back' | 'bank';
  }[];
}

/** The view of one page, or of the search. */
export interface DocsView {
  page: DocPage | 'search';
  locale: 'en' | 'ar';
  /** In the reference the noun whose calls are shown, among the errors a code; null for the overview. */
  noun: string | null;
  /** What is sought on the page of the search; empty everywhere else. */
  query: string;
  document: OpenApiDocument;
  /** In the order of their status and code. */
  errors: readonly DocumentedError[];
  sandbox: SandboxFacts;
  /** How long a webhook waits before each attempt after the first. */
  retrySeconds: readonly number[];
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
  /** The page of our status, a whole HTML document. */
  renderStatus(view: StatusView): string;
  /** CSP sources (`'sha256-…'`) of the inline styles; there is no script. */
  csp: { style: string[] };
}
