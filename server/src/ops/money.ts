import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePounds } from '@daftar/contract/money';
import { ChargebackDecision, OpenChargebackForm } from '@daftar/contract/ops-money';
import { validate } from '@daftar/contract/validate';
import { readAnswer } from '../chargebacks/answer.ts';
import { decideByReference, openByReference } from '../chargebacks/decide.ts';
import { endPayoutByCode } from '../payouts/end.ts';
import type { App } from '../platform/context.ts';
import { InvalidError } from '../platform/http/errors.ts';

/** A command-line command of the provider's staff. @returns the output; null when its arguments are wrong. */
export type Command = (app: App, words: string[], actor: string) => Promise<string | null>;

/** Precedes the network's id of a case. */
const CASE = '--case=';

/** Confirms a decision while the merchant can still respond. */
const EVEN_THOUGH_DUE = '--even-though-due';

/** Decides a dispute with a reason. @returns null without a reference or a reason */
async function decide(app: App, words: string[], decision: 'applied' | 'withdrawn', actor: string) {
  const [reference, ...rest] = words.filter((word) => word !== EVEN_THOUGH_DUE);
  if (!reference || rest.join(' ').trim() === '') return null;
  const form = validate(ChargebackDecision, { answered_at: null, reason: rest.join(' ') });
  if (!form.ok) throw new InvalidError(form.errors);
  const deciding = { reason: form.value.reason, unlessDue: !words.includes(EVEN_THOUGH_DUE) };
  await decideByReference(app, reference, decision, actor, deciding);
  return `${reference}: ${decision}`;
}

/** Commands by the first argument of `npm run ops --`. */
export const moneyCommands: Readonly<Record<string, Command>> = {
  'payout-hand-over': async (app, [code], actor) => {
    if (!code) return null;
    await endPayoutByCode(app, code, { state: 'handed-over', actor });
    return `${code}: handed over`;
  },
  'payout-return': async (app, [code, ...reason], actor) => {
    if (!code) return null;
    await endPayoutByCode(app, code, { state: 'returned', reason: reason.join(' '), actor });
    return `${code}: back in the balance`;
  },
  'chargeback-open': async (app, words, actor) => {
    const caseId = words.find((word) => word.startsWith(CASE))?.slice(CASE.length);
    const [reference, amount = 'all', ...reason] = words.filter((word) => !word.startsWith(CASE));
    if (!reference || (amount !== 'all' && parsePounds(amount) === null)) return null;
    const form = validate(OpenChargebackForm, {
      amount: amount === 'all' ? null : amount,
      reason: reason.join(' ') || 'fraudulent',
      case_id: caseId,
    });
    if (!form.ok) throw new InvalidError(form.errors);
    const { amount: amountPiastres, reason: why, case_id } = form.value;
    const opening = { amountPiastres: amountPiastres ?? undefined, reason: why, caseId: case_id, actor };
    return `${await openByReference(app, reference, opening)}: opened`;
  },
  'chargeback-show': async (app, [reference, folder]) => {
    if (!reference) return null;
    const { answer, answeredAt, files, read } = await readAnswer(app, reference);
    if (!answeredAt) return `${reference}: not answered yet`;
    const lines = files.map(({ path, name, sizeBytes }) => `${path} (${name}, ${sizeBytes} bytes)`);
    if (folder) {
      mkdirSync(folder, { recursive: true });
      for (const { path } of files) writeFileSync(join(folder, path), await read(path));
    }
    return [`${reference}: answered ${answeredAt.toISOString()}`, answer, ...lines].join('\n');
  },
  'chargeback-apply': (app, words, actor) => decide(app, words, 'applied', actor),
  'chargeback-withdraw': (app, words, actor) => decide(app, words, 'withdrawn', actor),
};
