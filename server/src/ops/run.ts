import { readWhole } from '@daftar/contract/numbers';
import '../operator-executors.ts';
import { userInfo } from 'node:os';
import { ConfigError, loadConfig } from '../config.ts';
import { openDatabaseForTool } from '../database.ts';
import { approvalCommands } from '../ops-approvals/commands.ts';
import type { App } from '../platform/context.ts';
import { EmbeddedDatabaseError } from '../platform/db/embedded.ts';
import { migrate } from '../platform/db/migrate.ts';
import { DatabaseUnreachable, MigrationError } from '../platform/db/migrate-errors.ts';
import { AppError } from '../platform/http/errors.ts';
import { translate } from '../platform/i18n/translate.ts';
import { createLog } from '../platform/log.ts';
import { retireOtherSecrets, WrongSecret } from '../platform/root-secret.ts';
import { systemClock } from '../platform/time/clock.ts';
import { connectPool } from '../pools.ts';
import { processors } from '../processors/adapters.ts';
import { secretsOf } from '../secrets.ts';
import { bankStatementCommands } from './bank-statements.ts';
import { type Decision, moderate } from './moderate.ts';
import { moneyCommands } from './money.ts';
import { operatorCommands } from './operators/commands.ts';
import { processorCommands } from './processors/commands.ts';
import { settlementFileCommands } from './settlement-files.ts';

const USAGE = `Usage: npm run ops -- approve|reject|suspend <e-mail> [--version=n] [--to-merchant=text] [reason]
  approve   the merchant may take live payments
  reject    the merchant may correct its documents and submit again; say why
  suspend   the merchant can look but not move money; only operators see the reason
  --to-merchant=text  what the merchant reads about its suspension
  --version which of its submissions you read, as the console shows it; wanted when documents wait
       npm run ops -- add <e-mail> [reviewer|support|finance|viewer|admin]   lets somebody into the console at /ops
       npm run ops -- renew <e-mail>     new password and authenticator
       npm run ops -- disable <e-mail>   locks an operator out
       npm run ops -- payout-hand-over <PAY-…>
       npm run ops -- payout-return <PAY-…> [reason]
       npm run ops -- chargeback-open <TRX-…> [amount in pounds|all] [reason] [--case=<the network's id of the case>]
       npm run ops -- chargeback-show <CHB-…> [folder for the files of the answer]
       npm run ops -- chargeback-apply|chargeback-withdraw <CHB-…> [--even-though-due] <reason>
       npm run ops -- processor add <file.json>          an account at a payment processor (docs/processors.md)
       npm run ops -- processor list
       npm run ops -- processor check|off|on <number>
       npm run ops -- processor rotate <number> <file.json>
       npm run ops -- approvals          what waits for a second operator
       npm run ops -- approval-approve <number> · approval-decline <number> <reason>
       npm run ops -- settlement-file profiles           how settlement files are read
       npm run ops -- settlement-file check|import <number of the profile> <file>
       npm run ops -- bank-statement accounts            our accounts, and how far their statements are imported
       npm run ops -- bank-statement check|import <number of the account> <file> [opening balance] [closing balance]
       npm run ops -- migrate            brings the database to this version's schema, before its processes start
       npm run ops -- retire-secrets     only DAFTAR_SECRET opens the database from now on`;

const commands = {
  ...moneyCommands,
  ...operatorCommands,
  ...processorCommands,
  ...approvalCommands,
  ...settlementFileCommands,
  ...bankStatementCommands,
};
const STATUS_NAMES = ['registered', 'under review', 'rejected', 'live', 'suspended'];

const VERSION = /^--version=(\d{1,9})$/;
const TO_MERCHANT = /^--to-merchant=(.{1,500})$/s;

function usage(): number {
  process.stderr.write(`${USAGE}\n`);
  return 2;
}

async function main(args: string[]): Promise<number> {
  const [decision, email, ...rest] = args;
  const words = rest.filter((word) => !VERSION.test(word) && !TO_MERCHANT.test(word));
  const optionOf = (option: RegExp) =>
    rest.map((word) => option.exec(word)?.[1]).find((found) => found !== undefined);
  const version = optionOf(VERSION);
  const command = commands[decision ?? ''];
  const judges = ['approve', 'reject', 'suspend'].includes(decision ?? '') && Boolean(email);
  if (!command && !judges && decision !== 'retire-secrets' && decision !== 'migrate') return usage();
  if (decision === 'reject' && words.join('').trim() === '') {
    process.stderr.write('Say why: npm run ops -- reject <e-mail> <reason>; the merchant reads it.\n');
    return 2;
  }
  const given = loadConfig(process.env);
  const database = await openDatabaseForTool(given);
  const pool = connectPool(given, database.directUrl);
  try {
    if (decision === 'migrate') {
      const applied = await migrate(database.directUrl, { log: (line) => process.stdout.write(`${line}\n`) });
      process.stdout.write(`Migrations applied: ${applied.length}\n`);
      return 0;
    }
    const secrets = secretsOf(given);
    await secrets.open(pool);
    const { config, signing } = secrets;
    if (decision === 'retire-secrets') {
      const retired = await retireOtherSecrets(pool, signing[0]);
      process.stdout.write(`Secrets that open this database no more: ${retired}\n`);
      return 0;
    }
    const app: App = { db: pool, pool, clock: systemClock, config, log: createLog(config), processors };
    const actor = `ops:${userInfo().username}`;
    if (command) {
      const done = await command(app, args.slice(1), actor);
      if (done === null) return usage();
      process.stdout.write(`${done}\n`);
      return 0;
    }
    const reason = words.join(' ').trim() || undefined;
    const moved = await moderate(app, decision as Decision, email ?? '', {
      actor,
      reason,
      merchantReason: optionOf(TO_MERCHANT)?.trim(),
      ...(version === undefined ? {} : { version: readWhole(version) ?? Number.NaN }),
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

/** Reports an error. @returns the exit code */
function failed(error: unknown): number {
  if (error instanceof AppError) error.message = sentencesOf(error).join('\n');
  const known =
    error instanceof AppError ||
    error instanceof ConfigError ||
    error instanceof EmbeddedDatabaseError ||
    error instanceof DatabaseUnreachable ||
    error instanceof MigrationError ||
    error instanceof WrongSecret;
  process.stderr.write(`${known ? error.message : (error as Error).stack}\n`);
  return 1;
}

/** Returns the sentences of an error and of its fields. */
function sentencesOf({ ref, fields = {} }: AppError): string[] {
  const said = Object.entries(fields).map(
    ([field, messages]) => `  ${field}: ${messages.map((message) => translate('en', message)).join('; ')}`,
  );
  return [translate('en', ref), ...said];
}

/** Resolves when the command is done, or its error has been reported. */
export const done = main(process.argv.slice(2))
  .catch(failed)
  .then((code) => {
    process.exitCode = code;
  });
