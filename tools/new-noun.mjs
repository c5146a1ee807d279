// Writes a new noun, whole and in the shape of the others: contract, server, portal, catalogues and its table.
// node tools/new-noun.mjs gift-cards --ar "بطاقات الهدايا" [--singular gift-card] [--permission create-invoice]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { contractFiles, serverFiles } from './new-noun/server.mjs';
import { webFiles } from './new-noun/web.mjs';

const USAGE = `Usage: node tools/new-noun.mjs <noun> [options]
  <noun>         plural, kebab-case: gift-cards
  --singular     when it is not the noun without its s: --singular person
  --ar           its name in Arabic: --ar "بطاقات الهدايا"
  --area         folder of its table below server/sql; by default selling
  --permission   who may call it (contract/src/permissions.ts); without it, everybody who is signed in`;

const camel = (kebab) => kebab.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase());
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function singularOf(noun) {
  if (noun.endsWith('ies')) return `${noun.slice(0, -3)}y`;
  return noun.endsWith('s') ? noun.slice(0, -1) : noun;
}

/** Every spelling of the noun. */
function formsOf(noun, options) {
  const one = options.singular ?? singularOf(noun);
  const title = capital(noun.replaceAll('-', ' '));
  return {
    noun,
    /** `giftCards`, `GiftCards`, `gift_cards`, `Gift cards`, `gift cards` */
    many: camel(noun),
    Many: capital(camel(noun)),
    table: noun.replaceAll('-', '_'),
    title,
    words: title.toLowerCase(),
    /** `gift-card`, `giftCard`, `GiftCard`, `GIFT_CARD`, `gift card` */
    single: one,
    one: camel(one),
    One: capital(camel(one)),
    ONE: one.replaceAll('-', '_').toUpperCase(),
    word: one.replaceAll('-', ' '),
    titleAr: options.ar ?? title,
    access: options.permission ?? 'signed-in',
    permission: options.permission,
  };
}

function nextMigration(root, forms) {
  const numbers = readdirSync(join(root, 'server/migrations')).map((name) => Number.parseInt(name, 10) || 0);
  return `server/migrations/${String(Math.max(0, ...numbers) + 1).padStart(4, '0')}_${forms.table}.sql`;
}

/** The lines that must be added by hand. */
function wiringOf({ noun, many, Many, one, single, word, table, title, titleAr, permission }) {
  const key = single.includes('-') ? `'${single}'` : single;
  const sample = `{ name: \`Sample \${next()}\` }`;
  const create = `method: 'POST', path: '/merchant/${table}/create', mode, as: actor, body: ${sample}`;
  return {
    'server/src/app.ts': [
      `import { register${Many} } from './${noun}/routes.ts';`,
      `  register${Many}(server, mountOptions);`,
    ],
    'server/src/endpoints.ts': [
      `import { ${many} } from '@daftar/contract/${noun}';`,
      `  ${noun === many ? many : `'${noun}': ${many}`},`,
    ],
    'contract/src/operation-errors.ts': [
      `  ${noun === many ? many : `'${noun}'`}: { create: ['${noun}.nameTaken'] },`,
    ],
    'server/tests/kit/samples.ts': [
      "import { next } from './world.ts';",
      `  '${noun}.create': { body: () => (${sample}) },`,
      `  '${noun}.details': {`,
      '    params: async ({ daftar, actor, mode }) => {',
      `      const answer = await daftar.call({ ${create} });`,
      '      return { id: answer.body.data.id };',
      '    },',
      '  },',
    ],
    'contract/messages/errors/en.json': [
      `  "${noun}.nameTaken": "Another one has this name. Choose another name, or rename the other one first.",`,
    ],
    'contract/messages/errors/ar.json': [
      `  "${noun}.nameTaken": "الاسم مستخدم بالفعل. اختر اسمًا آخر أو غيّر الاسم الآخر أولًا.",`,
    ],
    'web/portal/app/screens.ts': [
      `import { ${one}Screens } from '../${noun}/routes.tsx';`,
      `  ...${one}Screens,`,
    ],
    'web/i18n.d.ts': [
      `import type ${many}Texts from './locales/en/${noun}.json';`,
      `      ${noun === many ? many : `'${noun}'`}: typeof ${many}Texts;`,
    ],
    'contract/src/saved-views.ts': [
      `import { ${many} } from './${noun}.ts';`,
      `  ${noun === many ? many : `'${noun}'`}: ${many}.list,`,
    ],
    'contract/src/audit-subjects.ts': [`  '${single}',`],
    'server/src/audit/store-references.ts': [`  ${key}: { sql: 't.name as reference from ${table} t' },`],
    'web/portal/audit/components/subject.tsx': [
      `import { ${many}Path } from '../../paths/${noun}.ts';`,
      `  ${key}: { ${permission ? `permission: '${permission}', ` : ''}to: () => ${many}Path },`,
    ],
    // The same words in files and on screens.
    ...Object.fromEntries(
      ['server', 'web'].flatMap((side) => [
        [`${side}/locales/en/audit.json`, [`  "subject.${single}": "${capital(word)}",`]],
        [`${side}/locales/ar/audit.json`, [`  "subject.${single}": "${titleAr}",`]],
      ]),
    ),
    'web/locales/en/shell.json': [`  "nav.${many}": "${title}",`],
    'web/locales/ar/shell.json': [`  "nav.${many}": "${titleAr}",`],
  };
}

/**
 * Writes a noun's files below a project's root; nothing is written if one of them exists.
 * @returns the written paths, and by file the lines to be added by hand.
 */
export function newNoun(root, noun, options = {}) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(noun)) throw new Error(`"${noun}" is not a noun in kebab-case.`);
  const forms = formsOf(noun, options);
  if (forms.single === noun) throw new Error(`What is one of "${noun}"? Say it with --singular.`);
  const files = { ...contractFiles(forms), ...serverFiles(forms), ...webFiles(forms) };
  const taken = ['server/src', 'web/portal'].map((folder) => `${folder}/${noun}`);
  const there = [...taken, ...Object.keys(files)].filter((path) => existsSync(join(root, path)));
  if (there.length > 0) throw new Error(`Nothing was written, because these exist: ${there.join(', ')}.`);
  // New databases get the table from the one, existing ones from the other.
  files[`server/sql/${options.area ?? 'selling'}/${noun}/tables.sql`] = files.table;
  files[nextMigration(root, forms)] = files.table;
  delete files.table;
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return { files: Object.keys(files), wiring: wiringOf(forms) };
}

/** Line widths depend on the noun's length, so Biome formats the files. */
function format(root, files) {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const paths = files.filter((path) => !path.endsWith('.sql'));
  const options = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] };
  const run = spawnSync(process.execPath, [biome, 'check', '--write', ...paths], options);
  if (run.status !== 0) throw new Error('Biome could not format what was written.');
}

function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      singular: { type: 'string' },
      ar: { type: 'string' },
      area: { type: 'string' },
      permission: { type: 'string' },
    },
  });
  if (positionals.length !== 1) throw new Error(USAGE);
  const root = fileURLToPath(new URL('..', import.meta.url));
  const { files, wiring } = newNoun(root, positionals[0], values);
  format(root, files);
  console.log(`Written:\n${files.map((path) => `  ${path}`).join('\n')}\n\nTo add by hand:`);
  for (const [path, lines] of Object.entries(wiring)) console.log(`${path}\n${lines.join('\n')}\n`);
  console.log('Then say what the noun really is in its rules, its columns and both languages.');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    main();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
