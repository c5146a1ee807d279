// Asks a real Prometheus, which scrapes an installation under some load by prometheus/, for what every panel of grafana/ shows
// and how its rules fare: all must be understood, and panels that show nothing are named, for a person to judge.
//   Usage: node deploy/dashboards.mjs http://127.0.0.1:9090
//   or:    node deploy/dashboards.mjs --parse        promtool alone says whether every expression is one
// Exits 1 when an expression is refused.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const deploy = fileURLToPath(new URL('.', import.meta.url));

/** Every panel's expressions, as `{ where, expr }`. */
const panels = () =>
  readdirSync(join(deploy, 'grafana')).flatMap((board) =>
    JSON.parse(readFileSync(join(deploy, 'grafana', board), 'utf8')).panels.flatMap(
      ({ title, targets = [] }) => targets.map(({ expr }) => ({ where: `${board}: ${title}`, expr })),
    ),
  );

/** Lets promtool read all of them as rules. @throws with what it says */
function parse(all) {
  const folder = mkdtempSync(join(tmpdir(), 'daftar-dashboards-'));
  try {
    const rules = all.map(({ expr }, at) => ({ record: `daftar:checked:${at}`, expr }));
    // JSON is YAML.
    writeFileSync(join(folder, 'rules.yml'), JSON.stringify({ groups: [{ name: 'checked', rules }] }));
    execFileSync('promtool', ['check', 'rules', join(folder, 'rules.yml')], { encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function ask(prometheus, path, form) {
  const reply = await fetch(
    `${prometheus}/api/v1/${path}`,
    form && { method: 'POST', body: new URLSearchParams(form) },
  );
  return reply.json();
}

/** What a panel's expression finds now. */
async function look(prometheus, { where, expr }) {
  const { error, data } = await ask(prometheus, 'query', { query: expr });
  const results = data?.result ?? [];
  return { where, expr, error, numbers: results.filter(({ value }) => value[1] !== 'NaN').length };
}

const [prometheus] = process.argv.slice(2);
const all = panels();
if (prometheus === '--parse') {
  parse(all);
  console.log(`${all.length} expressions are understood.`);
  process.exit(0);
}
const found = await Promise.all(all.map((each) => look(prometheus, each)));
const { data } = await ask(prometheus, 'rules');
const rules = data.groups.flatMap(({ rules: each }) => each);
const refused = [
  ...found,
  ...rules.map(({ name, query, lastError }) => ({ where: name, expr: query, error: lastError })),
];
const wrong = refused.filter(({ error }) => error);
const empty = found.filter(({ error, numbers }) => !error && numbers === 0);
for (const { where, expr, error } of wrong) console.log(`refused  ${where}: ${expr}\n   ${error}`);
for (const { where, expr } of empty) console.log(`nothing  ${where}: ${expr}`);
console.log(
  `${all.length} expressions of panels and ${rules.length} rules: ${wrong.length} refused, ${empty.length} panels show nothing.`,
);
process.exit(wrong.length > 0 ? 1 : 0);
