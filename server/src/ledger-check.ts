import { ConfigError, loadConfig } from './config.ts';
import { openDatabaseForTool } from './database.ts';
import { checkLedger } from './ledger/check.ts';
import { moneyChecks } from './money-checks.ts';
import { EmbeddedDatabaseError } from './platform/db/embedded.ts';
import { connectPool } from './pools.ts';

/** `npm run ledger:check`: checks the ledger, prints the differences, and exits 1 if there are any. */
async function main(): Promise<number> {
  const config = loadConfig(process.env);
  const database = await openDatabaseForTool(config);
  const pool = connectPool(config, database.directUrl);
  try {
    const differences = await checkLedger(pool, { extraChecks: moneyChecks });
    const [counted] = await pool<{ transfers: number; postings: number }[]>`
      select (select count(*) from ledger_transfers) as transfers, (select count(*) from ledger_postings) as postings`;
    for (const { rule, merchantId, subject, expected, actual } of differences) {
      process.stdout.write(
        `${rule}: merchant ${merchantId}, ${subject}: expected ${expected}, found ${actual}\n`,
      );
    }
    const { transfers, postings } = counted!;
    const outcome = differences.length === 0 ? 'everything holds' : `${differences.length} differences`;
    process.stdout.write(`Checked ${transfers} transfers with ${postings} postings: ${outcome}.\n`);
    return differences.length === 0 ? 0 : 1;
  } finally {
    await pool.end({ timeout: 2 });
    await database.close();
  }
}

main().then(ended, (error: unknown) => {
  const known = error instanceof ConfigError || error instanceof EmbeddedDatabaseError;
  process.stderr.write(`${known ? error.message : (error as Error).stack}\n`);
  ended(1);
});

function ended(code: number): void {
  process.exitCode = code;
}
