// Asks a distributed database to plan every statement of a PostgreSQL log, and prints what it refuses: what tools/citus.mjs, which
// reads text, cannot see. The log is of any PostgreSQL with log_destination = 'jsonlog' and log_min_duration_statement = 0: for
// example of one that tests run on (TEST_DATABASE_URL). Nothing is executed.
//   Usage: DATABASE_URL=postgres://…/daftar node deploy/citus/ask.mjs <log.json>
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { connected } from './database.mjs';

const STATEMENT = /^duration: [\d.]+ ms {2}(?:execute [^:]*|statement): ([\s\S]*)$/;
const PARAMETER = /\$(\d+) = (NULL|'(?:[^']|'')*')/g;
/** The statement is of a test's own table, or its parameters were cut short in the log. */
const OURS = /does not exist|parameter|malformed|hexadecimal/;

/** @returns each statement once, with the values it was first run with. */
async function statementsOf(log) {
  const seen = new Map();
  for await (const line of createInterface({ input: createReadStream(log) })) {
    if (!line.startsWith('{')) continue;
    const { message, detail } = JSON.parse(line);
    const sql = STATEMENT.exec(message ?? '')?.[1].trim();
    if (!sql || !/^(?:select|with|insert|update|delete)\b/i.test(sql)) continue;
    const shape = sql
      .replace(/'[^']*'/g, "''")
      .replace(/\d+/g, '0')
      .replace(/\s+/g, ' ');
    if (seen.has(shape)) continue;
    const values = [];
    for (const [, at, value] of (detail ?? '').matchAll(PARAMETER))
      values[Number(at) - 1] = value === 'NULL' ? null : value.slice(1, -1).replaceAll("''", "'");
    seen.set(shape, { sql, values });
  }
  return [...seen.values()];
}

/** @returns how many statements were asked, and those that were refused by reason. */
export async function askAll(url, log) {
  const refused = new Map();
  const statements = await statementsOf(log);
  await connected(url, async (client) => {
    for (const { sql, values } of statements) {
      try {
        await client.query({ text: `explain ${sql}`, values });
      } catch ({ message }) {
        if (!OURS.test(message)) refused.set(message, [...(refused.get(message) ?? []), sql]);
      }
    }
  });
  return { asked: statements.length, refused };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { asked, refused } = await askAll(process.env.DATABASE_URL, process.argv[2]);
  for (const [reason, all] of [...refused].sort(([, a], [, b]) => b.length - a.length)) {
    console.log(`\n${all.length} × ${reason}`);
    for (const sql of all) console.log(`\n${sql}`);
  }
  console.log(`\n${asked} statements asked, ${[...refused.values()].flat().length} refused.`);
}
