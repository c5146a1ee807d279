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

/** The guide and the pages beside it, each about one goal, in reading order. */
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

/** Path of the search over all pages, the reference and the errors. */
export const SEARCH_PATH = '/docs/search';
/** Limits of a query: characters, and words. */
export const SEARCH_LONGEST = 100;
export const SEARCH_WORDS = 8;

/** Content of an error's page. */
export interface DocumentedError {
  code: string;
  /** HTTP status. */
  status: number;
  /** The sentences in `message` or of the field; variable parts are in braces. */
  sentences: string[];
  /** Meaning and remedy. */
  explanation: string;
}

/** Behaviour of the sandbox, generated from its own code so that the documentation cannot differ from it. */
export interface SandboxFacts {
  cards: readonly {
    number: string;
    brand: string;
    /** Name of the test card on the payment page: `testCard.<outcome>`. */
    outcome: string;
    /** The `failure_reason` of the event `payment.failed`; null if the payment does not fail. */
    reason: string | null;
  }[];
  methods: readonly {
    id: number;
    /** The method's code in the contract: `Card`. */
    code: string;
    /** The way of paying: by a test card, by a code sent to the mobile, or by a code that is paid elsewhere. */
    step: 'card' | 'otp' | 'code';
    /** The destination of a refund: back the way it came, or a bank account that the merchant names. */
    refund: 'back' | 'bank';
  }[];
}

/** The view of one page, or of the search page. */
export interface DocsView {
  page: DocPage | 'search';
  locale: 'en' | 'ar';
  /** In the reference, the noun whose calls are shown; among the errors, a code; null for the overview. */
  noun: string | null;
  /** The search query on the search page; empty elsewhere. */
  query: string;
  document: OpenApiDocument;
  /** Ordered by status and code. */
  errors: readonly DocumentedError[];
  sandbox: SandboxFacts;
  /** Seconds before each attempt of a webhook after the first. */
  retrySeconds: readonly number[];
  /** The origin of the API. */
  origin: string;
  /** Requests per minute of each key. */
  limit: number;
}

/** Exports of the built renderer. */
export interface DocsRenderer {
  /** Returns a complete HTML document. */
  renderDocs(view: DocsView): string;
  /** Returns the page as plain Markdown; null for a page without a Markdown version. */
  renderText(view: DocsView): string | null;
  /** `/llms.txt`. */
  renderList(view: DocsView): string;
  /** Returns the status page, a complete HTML document. */
  renderStatus(view: StatusView): string;
  /** CSP sources (`'sha256-…'`) of the inline styles; there is no script. */
  csp: { style: string[] };
}
