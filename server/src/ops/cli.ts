import { userInfo } from 'node:os';
import { ConfigError, loadConfig } from '../config.ts';
import { connectPool, openDatabaseForTool } from '../database.ts';
import type { App } from '../platform/context.ts';
import { EmbeddedDatabaseError } from '../platform/db/embedded.ts';
import { createLog } from '../platform/log.ts';
import { systemClock } from '../platform/time/clock.ts';
import { type Decision, moderate } from './moderate.ts';

const USAGE = `Usage: npm run ops -- approve|reject|suspend <e-mail> [reason]
  approve   the merchant may take live payments
  reject    the merchant may correct its papers and submit again; say why
  suspend   the merchant can look but not move money`;

const STATUS_NAMES = ['registered', 'under review', 'rejected', 'live', 'suspended'];

async function main(args: string[]): Promise<number> {
  const [decision, email, ...words] = args;
  if (!decision || !['approve', 'reject', 'suspend'].includes(decision) || !email) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const config = loadConfig(process.env);
  const database = await openDatabaseForTool(config);
  const pool = connectPool(config, database.url);
  try {
    const app: App = { db: pool, pool, clock: systemClock, config, log: createLog(config) };
    const reason = words.join(' ').trim() || undefined;
    const moved = await moderate(app, decision as Decision, email, {
      actor: `ops:${userInfo().username}`,
      reason,
    });
    if (!moved) {
      process.stderr.write(`No merchant signs in with ${email}.\n`);
      return 1;
    }
    const { businessName, merchantId, before, after } = moved;
    process.stdout.write(
      `${businessName} (${merchantId}): ${STATUS_NAMES[before]} → ${STATUS_NAMES[after]}\n`,
    );
    return 0;
  } finally {
    await pool.end({ timeout: 2 });
    await database.close();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const known = error instanceof ConfigError || error instanceof EmbeddedDatabaseError;
  process.stderr.write(`${known ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
