/** Who may import whom; ARCHITECTURE.md says why. */
const noun = '[^/]+';

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:|^@daftar/sdk$' },
    },
    {
      name: 'contract-imports-zod-alone',
      severity: 'error',
      from: { path: '^contract/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^contract/(src|data|messages)/|^node_modules/zod/' },
    },
    {
      name: 'web-never-imports-server',
      severity: 'error',
      from: { path: '^(web|contract)/' },
      to: { path: '^server/' },
    },
    {
      name: 'server-never-imports-web',
      severity: 'error',
      from: { path: '^(server|contract)/' },
      to: { path: '^web/' },
    },
    {
      name: 'ledger-knows-no-noun',
      severity: 'error',
      from: { path: '^server/src/ledger/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(server/src|contract/src)/',
        pathNot: '^(server/src/(ledger|platform/db)/|contract/src/(money|ledger-accounts)\\.)',
      },
    },
    {
      name: 'platform-knows-no-noun',
      severity: 'error',
      from: { path: '^server/src/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/src/', pathNot: '^server/src/(platform/|config\\.ts$)' },
    },
    {
      name: 'fastify-stays-at-the-edge',
      severity: 'error',
      comment:
        'Use cases, rules, stores and jobs know nothing of HTTP: only what mounts or answers something does.',
      from: {
        path: '^server/src/',
        pathNot:
          '^server/src/(app\\.ts|main\\.ts|platform/http/)|/(index|routes|(?:return-)?pages|requests|visit|public|callbacks|cookies|dev-outbox)\\.ts$|^server/src/processors/[^/]+/stand-in|\\.test\\.ts$',
      },
      to: { path: '(^|/)node_modules/(fastify|@fastify)/' },
    },
    {
      name: 'stores-and-rules-are-private',
      severity: 'error',
      comment: "A noun's store and rules are its own; others come by its service.",
      from: {
        path: `^server/(?:src/)?(?!(?:src|tests)/)(${noun})/`,
        pathNot: '\\.test\\.ts$',
      },
      to: { path: `^server/src/${noun}/(store|rules)[^/]*\\.ts$`, pathNot: '^server/src/$1/' },
    },
    {
      name: 'nouns-know-no-demo',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '^server/src/product\\.ts$|\\.test\\.ts$' },
      to: { path: '^server/demo/' },
    },
    {
      name: 'product-knows-no-tests',
      severity: 'error',
      from: { path: '^server/(src|demo)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/tests/' },
    },
    {
      name: 'rules-are-pure',
      severity: 'error',
      from: { path: '^server/src/.*/rules\\.ts$' },
      to: {
        path: '^server/src/|(^|/)node_modules/',
        pathNot:
          '^server/src/platform/(time/|sheets/(?:tidy|serial-days)\\.ts$)|^server/src/[^/]+/(rules|fees|lines)[^/]*\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'portal-nouns-meet-at-index',
      severity: 'error',
      from: { path: `^web/portal/(${noun})/`, pathNot: '^web/portal/app/' },
      to: {
        path: `^web/portal/${noun}/`,
        pathNot: '^web/portal/($1|shared|payables|paths|status)/|^web/portal/[^/]+/index\\.tsx?$',
      },
    },
    {
      name: 'kit-knows-no-noun',
      severity: 'error',
      from: { path: '^web/(ui|shared)/' },
      to: { path: '^web/(portal|pages|pay|shop|docs)/' },
    },
    {
      name: 'kit-knows-no-session',
      severity: 'error',
      comment: 'What portal and console share is built on the kit, not the other way round.',
      from: { path: '^web/ui/' },
      to: { path: '^web/shared/' },
    },
    {
      name: 'portal-shared-knows-no-noun',
      severity: 'error',
      from: { path: '^web/portal/shared/' },
      to: { path: '^web/portal/(?!shared/|paths/)' },
    },
    {
      name: 'paths-and-statuses-know-no-noun',
      severity: 'error',
      comment:
        'Every noun links to others and shows their statuses: if these knew a noun, folders would form a cycle.',
      from: { path: '^web/portal/(paths|status)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^web/portal/', pathNot: '^web/portal/(paths|status)/' },
    },
    {
      name: 'sign-in-knows-no-calls-of-screens',
      severity: 'error',
      comment:
        'Sign-in loads the permissions of every screen: with their calls it outgrows its limit (`web/sizes.mjs`).',
      from: { path: '^web/portal/[^/]+/routes\\.tsx$' },
      to: { path: '^contract/src/', pathNot: '^contract/src/access\\.ts$' },
    },
    {
      name: 'paths-are-defined-in-paths',
      severity: 'error',
      comment: 'Every link leads to a path that `paths/` defines; elsewhere no text becomes one.',
      from: { path: '^web/', pathNot: '^web/(portal|ops)/paths/|^web/gallery/paths\\.ts$|\\.test\\.tsx?$' },
      to: { path: '^web/ui/define-path\\.ts$' },
    },
    {
      name: 'payables-know-no-noun',
      severity: 'error',
      comment: 'The form parts that links and invoices share know neither of them.',
      from: { path: '^web/portal/payables/' },
      to: { path: '^web/portal/(?!shared/|payables/|paths/|status/)' },
    },
    {
      name: 'console-knows-no-portal',
      severity: 'error',
      comment: "They share `web/ui` and `web/shared`; never screens, and never a merchant's session.",
      from: { path: '^web/ops/' },
      to: { path: '^web/(portal|pages)/' },
    },
    {
      name: 'console-nouns-stay-apart',
      severity: 'error',
      from: { path: `^web/ops/(${noun})/`, pathNot: '^web/ops/app/' },
      to: { path: `^web/ops/${noun}/`, pathNot: '^web/ops/($1|shared|paths)/' },
    },
    {
      name: 'console-calls-in-api',
      severity: 'error',
      comment: 'What a noun of the console asks of the server is in its `api.ts` (and `live.ts`).',
      from: { path: '^web/ops/(?!app/|shared/)[^/]+/', pathNot: '^web/ops/[^/]+/(api|live)\\.ts$' },
      to: { path: '^web/ops/shared/(call|query)\\.ts$' },
    },
    {
      name: 'nobody-knows-the-console',
      severity: 'error',
      from: { path: '^web/(?!ops/)' },
      to: { path: '^web/ops/' },
    },
    {
      name: 'gallery-shows-the-kit-alone',
      severity: 'error',
      from: { path: '^web/gallery/' },
      to: { path: '^web/(?!gallery/|ui/|shared/)' },
    },
    {
      name: 'nobody-knows-the-gallery',
      severity: 'error',
      comment: 'It is no part of the product.',
      from: { path: '^(web|contract|server)/(?!gallery/)' },
      to: { path: '^web/gallery/' },
    },
    {
      name: 'rendered-pages-stay-apart',
      severity: 'error',
      comment:
        'What the payment page and the storefront share is in `web/pages`. One file of the portal shows the payment page itself, beside forms.',
      from: { path: '^web/([^/]+)/', pathNot: '^web/portal/payables/payer-page\\.tsx$' },
      to: { path: '^web/(pay|shop|docs)/', pathNot: '^web/$1/' },
    },
    {
      name: 'payer-pages-stay-small',
      severity: 'error',
      from: { path: '^web/(pages|pay|shop|docs)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/(portal|shared|ui|ops)/|(^|/)node_modules/(@mantine|@tanstack|i18next)' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/|\\.(css|json)$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts'],
    },
  },
};
