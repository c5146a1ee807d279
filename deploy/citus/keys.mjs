// Compares what foreign keys prove on one machine, and nothing proves on a cluster: every row of a table that is whole which
// names a row of a merchant finds it. Part of every check of the books there, beside `npm run ledger:check`.
//   Usage: DATABASE_URL=postgres://…/daftar node deploy/citus/keys.mjs
import { fileURLToPath } from 'node:url';
import { readSchemaSources } from '../../tools/schema-sources.mjs';
import { connected, kindsOf, readTables } from './database.mjs';
import { keepsKey } from './distribute.mjs';

const KEY = /^alter table (\w+) add constraint (\w+) foreign key \(([^)]*)\) references (\w+) \(([^)]*)\)/gm;

/** @returns the foreign keys of the schema that a cluster cannot keep. */
export function droppedKeys() {
  const kinds = kindsOf(readTables().tables);
  const schema = readSchemaSources(fileURLToPath(new URL('../..', import.meta.url)));
  return [...schema.matchAll(KEY)]
    .map(([, of, name, columns, to, target]) => ({ of, name, columns, to, target }))
    .filter(({ of, to }) => !keepsKey(kinds.get(of), kinds.get(to)));
}

/** @returns a line for each row that names what is not there, a thousand of each key at most. */
export async function brokenKeys(url) {
  const broken = [];
  await connected(url, async (client) => {
    for (const { of, name, columns, to, target } of droppedKeys()) {
      const isGiven = columns
        .split(', ')
        .map((column) => `${column} is not null`)
        .join(' and ');
      const { rows } = await client.query(
        `select * from (select ${columns} from ${of} where ${isGiven} except select ${target} from ${to}) lost limit 1000`,
      );
      for (const row of rows) broken.push(`${name}: ${of} ${JSON.stringify(row)} is not in ${to}`);
    }
  });
  return broken;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const broken = await brokenKeys(process.env.DATABASE_URL);
  for (const line of broken) console.error(line);
  console.log(`${droppedKeys().length} keys across machines compared, ${broken.length} rows lost.`);
  process.exitCode = broken.length === 0 ? 0 : 1;
}
