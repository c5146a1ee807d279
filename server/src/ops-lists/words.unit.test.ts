/** A value of a list has the same word in its file as on its screen, in both languages. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Catalogue = Readonly<Record<string, string>>;
const read = (part: 'server' | 'web', language: string, name: string): Catalogue =>
  JSON.parse(
    readFileSync(new URL(`../../../${part}/locales/${language}/${name}.json`, import.meta.url), 'utf8'),
  ) as Catalogue;

/** The source of the words of a file on the screen: the catalogue, and the prefix of their keys. */
const ON_SCREEN: Readonly<Record<string, { catalogue: string; beginning: string }>> = {
  mode: { catalogue: 'ops', beginning: 'mode.' },
  merchantStatus: { catalogue: 'ops', beginning: 'merchantStatus.' },
  approvalKind: { catalogue: 'ops', beginning: 'approvalKind.' },
  approvalState: { catalogue: 'ops-approvals', beginning: 'state.' },
  settlementState: { catalogue: 'ops-settlements', beginning: '' },
  suspenseCause: { catalogue: 'ops-reconciliation', beginning: 'suspense.cause.' },
  settlementStopped: { catalogue: 'ops-settlements', beginning: '' },
  channel: { catalogue: 'ops-failures', beginning: 'channel.' },
  discrepancyKind: { catalogue: 'ops-processors', beginning: 'discrepancy.kind.' },
  notificationState: { catalogue: 'ops-processors', beginning: 'notificationState.' },
  refundWhy: { catalogue: 'ops-processors', beginning: 'refund.why.' },
  ticketPriority: { catalogue: 'ops-tickets', beginning: 'priority.' },
  breakKind: { catalogue: 'ops-reconciliation', beginning: 'break.' },
  breakState: { catalogue: 'ops-reconciliation', beginning: 'breakState.' },
  batchState: { catalogue: 'ops-bank-transfers', beginning: 'state.' },
  transferState: { catalogue: 'ops-bank-transfers', beginning: 'transferState.' },
  transferKind: { catalogue: 'ops-bank-transfers', beginning: 'kind.' },
  dueState: { catalogue: 'ops-bank-transfers', beginning: 'dueState.' },
  bankLineState: { catalogue: 'ops-bank-statements', beginning: 'lineState.' },
  cutOffState: { catalogue: 'ops-cut-offs', beginning: 'state.' },
  cutOff: { catalogue: 'ops-cut-offs', beginning: '' },
  ledgerKind: { catalogue: 'ops-ledger', beginning: 'kind.' },
  reserveState: { catalogue: 'ops-reserve', beginning: 'state.' },
  lineKind: { catalogue: 'ops-reconciliation', beginning: 'lineKind.' },
  riskCondition: { catalogue: 'ops-risk', beginning: 'condition.' },
  riskBy: { catalogue: 'ops-risk', beginning: 'by.' },
  riskOutcome: { catalogue: 'ops-risk', beginning: 'outcome.' },
  riskRule: { catalogue: 'ops-risk', beginning: '' },
  riskBecame: { catalogue: 'ops-risk', beginning: 'became.' },
  riskWhy: { catalogue: 'ops-risk', beginning: '' },
  riskReview: { catalogue: 'ops-risk', beginning: 'review.' },
  entryKind: { catalogue: 'ops-risk', beginning: 'kind.' },
  entryList: { catalogue: 'ops-risk', beginning: 'list.' },
  hitPart: { catalogue: 'ops-screening', beginning: 'part.' },
  hitState: { catalogue: 'ops-screening', beginning: 'state.' },
  businessType: { catalogue: 'ops-kyc', beginning: 'type.' },
  requestState: { catalogue: 'ops-kyc', beginning: 'state.' },
  documentKind: { catalogue: 'ops', beginning: 'expiry.' },
  documentState: { catalogue: 'ops', beginning: 'expiry.state.' },
  operatorRole: { catalogue: 'ops', beginning: 'role.' },
  operatorState: { catalogue: 'ops-operators', beginning: 'state.' },
  fileState: { catalogue: 'ops-reconciliation', beginning: 'fileState.' },
};
/** Groups that are no values of a list: headings and mails. */
const OTHERS = new Set(['file', 'nothingToLift', 'invitationMail', 'directoryMail', 'ticketEmail']);

test.each(['en', 'ar'])('files in %s name values as the screens do', (language) => {
  const values = Object.entries(read('server', language, 'ops')).flatMap(([key, word]) => {
    const [group, value] = key.split(/\.(.*)/s);
    return value === undefined || OTHERS.has(group!) ? [] : [{ key, group: group!, value, word }];
  });
  expect(new Set(values.map(({ group }) => group))).toEqual(new Set(Object.keys(ON_SCREEN)));
  const shown = values.map(({ key, group, value }) => {
    const { catalogue, beginning } = ON_SCREEN[group]!;
    return [key, read('web', language, catalogue)[`${beginning}${value}`]];
  });
  expect(values.map(({ key, word }) => [key, word])).toEqual(shown);
});
