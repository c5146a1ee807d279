/** The demo's disputes: of several amounts and reasons, decided, answered, and one that is due soon. */
import { answerChargeback } from '../src/chargebacks/answer.ts';
import { decideByReference, openByReference } from '../src/chargebacks/decide.ts';
import { networkReason } from '../src/chargebacks/reasons.ts';
import { remindOfDue } from '../src/chargebacks/remind.ts';
import { listChargebacks } from '../src/chargebacks/service.ts';
import type { App, Caller } from '../src/platform/context.ts';
import type { Chance } from './chance.ts';
import { listRefundable } from './store.ts';

const ACTOR = 'demo';
/** Days until a bank decides a dispute. */
const DECIDED_AFTER_DAYS = 9;

interface DemoDispute {
  daysAgo: number;
  /** Percentage of the payment. */
  percent: number;
  reason: string;
  /** The network's, where its processor says it. */
  code?: string;
  decision: 'applied' | 'withdrawn' | null;
  answer?: string;
}

const DISPUTES: readonly DemoDispute[] = [
  { daysAgo: 78, percent: 100, reason: 'fraudulent', code: '10.4', decision: 'applied' },
  {
    daysAgo: 63,
    percent: 50,
    reason: 'لم تصل إلا قطعة واحدة من قطعتين',
    code: '13.1',
    decision: 'withdrawn',
    answer: 'تم التسليم يوم الأحد، ومرفق توقيع المستلم لدى شركة الشحن',
  },
  {
    daysAgo: 47,
    percent: 30,
    reason: 'The glaze differs from the picture',
    code: '4853',
    decision: 'applied',
    answer: 'Each piece is glazed by hand; the page says so above the pictures',
  },
  { daysAgo: 35, percent: 100, reason: 'fraudulent', code: '4837', decision: 'withdrawn' },
  { daysAgo: 21, percent: 100, reason: 'The workshop was on another day', decision: 'applied' },
  // Due soon without a response, so that its merchant is reminded.
  { daysAgo: 12, percent: 100, reason: 'لم يصل الطلب', code: '13.1', decision: null },
  {
    daysAgo: 5,
    percent: 60,
    reason: 'Charged twice',
    code: '12.6.1',
    decision: null,
    answer: 'The order was collected in person on Thursday, and paid once',
  },
  { daysAgo: 1, percent: 100, reason: 'fraudulent', code: '10.4', decision: null },
];

/** Opens, answers and decides the disputes of a day. */
export async function disputeOn(app: App, caller: Caller, daysAgo: number, chance: Chance): Promise<void> {
  const pending = async () => {
    const paging = { page: 1, pageSize: 20, sortBy: 'id', sortType: 'desc' } as const;
    return (await listChargebacks(app, caller, paging, { status: 0 })).rows;
  };
  const deciding = DISPUTES.find((each) => each.daysAgo === daysAgo + DECIDED_AFTER_DAYS);
  if (deciding?.decision) {
    // All other open disputes were opened later.
    const oldest = (await pending()).at(-1);
    if (oldest) await decideByReference(app, oldest.reference, deciding.decision, ACTOR);
  }
  const opening = DISPUTES.find((each) => each.daysAgo === daysAgo);
  const network = networkReason('en', opening?.code ?? '')?.network;
  const cards = opening ? (await listRefundable(app.db, caller)).filter(({ brand }) => brand !== null) : [];
  // A code is of its network's cards.
  const payments = cards.filter(({ brand }) => network === undefined || brand === network);
  if (opening && payments.length > 0) {
    const payment = chance.pick(payments);
    const { percent, reason, code, answer } = opening;
    const amountPiastres = Math.ceil((payment.valuePiastres * percent) / 100);
    const its = code && { reasonCode: code, caseId: `DEMO-${1000 + daysAgo}` };
    await openByReference(app, payment.reference, { amountPiastres, reason, ...its, actor: ACTOR });
    const [newest] = answer ? await pending() : [];
    if (answer && newest) await answerChargeback(app, caller, newest.id, { answer });
  }
  await remindOfDue(app);
}
