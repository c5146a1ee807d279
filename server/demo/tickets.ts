/** The demo merchant's tickets, with every state. */
import type { TicketType } from '@daftar/contract/tickets';
import { listChargebacks } from '../src/chargebacks/service.ts';
import { demoOperator } from '../src/ops/index.ts';
import type { App, Caller } from '../src/platform/context.ts';
import { cairoDay } from '../src/platform/time/cairo.ts';
import { FakeClock } from '../src/platform/time/clock.ts';
import { listSettlements } from '../src/settlements/service.ts';
import { answer, close, openTicket, reply, startProcessing } from '../src/tickets/index.ts';
import { listTransactions } from '../src/transactions/service.ts';
import { type DemoPaper, sentPaper } from './attachments.ts';
import { findOperatorId } from './store.ts';

type Line = readonly [hoursLater: number, who: 'merchant' | 'provider', text: string];

interface DemoTicket {
  type: TicketType;
  hoursAgo: number;
  /** For type 1: the payment method. */
  method?: 1 | 2 | 3 | 4 | 5;
  text: string;
  /** Sent with the opening message. */
  paper?: readonly [fileName: string, paper: DemoPaper];
  lines?: readonly Line[];
  /** Its later state, and how many hours after opening. */
  ends?: readonly [hoursLater: number, end: 'processing' | 'closed'];
}

const TICKETS: readonly DemoTicket[] = [
  {
    type: 1,
    hoursAgo: 34 * 24,
    method: 1,
    text: 'عميلة تقول إن بنكها خصم المبلغ مرتين لنفس الطلب، وعندي معاملة واحدة فقط. كيف أطمئنها؟',
    paper: [
      'كشف-الحساب',
      {
        title: 'كشف حساب مختصر',
        issuer: 'بنك غير حقيقي للعرض',
        lines: [
          ['رقم الحساب', '**** 4417'],
          ['خصم أول', 'متجر الفخار – مشتريات إلكترونية'],
          ['خصم ثانٍ', 'متجر الفخار – مشتريات إلكترونية (معلّق)'],
        ],
        note: 'العمليات المعلّقة قد تُلغى خلال أيام.',
      },
    ],
    lines: [
      [
        2,
        'provider',
        'راجعنا المعاملة: حُصّل المبلغ مرة واحدة، والخصم الثاني حجز مؤقت من البنك سببه محاولة لم تكتمل، ويعود إلى حسابها خلال خمسة أيام عمل.',
      ],
      [5, 'merchant', 'شكرًا جزيلًا، أخبرتها بذلك.'],
    ],
    ends: [26, 'closed'],
  },
  {
    type: 3,
    hoursAgo: 12 * 24,
    text: 'The transfer is lower than the sum of my sales that day. Which part of it are your fees?',
    lines: [
      [
        1,
        'provider',
        'Fees and the VAT on them are taken from each payment before it is settled. The statement of the settlement lists both per payment, and its totals agree with the transfer.',
      ],
      [3, 'merchant', 'Found it in the statement, thank you.'],
    ],
    ends: [20, 'closed'],
  },
  {
    type: 2,
    hoursAgo: 30,
    text: 'هل يكفي إيصال شركة الشحن الموقَّع من العميلة، أم نرفق محادثات واتساب أيضًا؟',
    lines: [
      [
        3,
        'provider',
        'الإيصال الموقَّع هو الأهم. أرفق المحادثات أيضًا إن ذُكر فيها موعد التسليم أو أنها استلمت الطلب، فهي تقوّي ردك لدى البنك.',
      ],
    ],
  },
  {
    type: 4,
    hoursAgo: 20,
    text: 'Some of our webhooks came twice this morning with the same webhook-id. Our shop counted one order double.',
    ends: [4, 'processing'],
  },
  {
    type: 1,
    hoursAgo: 2,
    method: 4,
    text: 'دفع العميل بكود الدفع من أحد المنافذ أمس، والمنفذ أعطاه إيصالًا. متى يصل المبلغ إلى رصيدي؟',
    paper: [
      'إيصال-المنفذ',
      {
        title: 'إيصال سداد',
        issuer: 'منفذ تحصيل غير حقيقي للعرض',
        lines: [
          ['الخدمة', 'سداد بكود الدفع'],
          ['الحالة', 'تم السداد نقدًا'],
        ],
      },
    ],
  },
];

const HOUR_MILLISECONDS = 3_600_000;
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS;
const NEWEST = { page: 1, pageSize: 1, sortBy: 'created_at', sortType: 'desc' } as const;

/** The newest record that a ticket can be about, older than the ticket itself. */
async function referenceFor(app: App, caller: Caller, ticket: DemoTicket, opened: Date): Promise<string> {
  const until = { date_to: cairoDay(new Date(opened.getTime() - DAY_MILLISECONDS)) };
  const newest = async (page: Promise<{ rows: readonly { reference: string }[] }>) =>
    (await page).rows[0]?.reference ?? '';
  if (ticket.type === 2) return newest(listChargebacks(app, caller, NEWEST, until));
  if (ticket.type === 3) return newest(listSettlements(app, caller, NEWEST, until));
  if (ticket.type === 4) return '';
  const method = ticket.method ? { payment_method_id: ticket.method } : {};
  return newest(listTransactions(app, caller, NEWEST, { status: 1, ...method, ...until }));
}

/** Opens the demo's tickets at past moments, and answers them as the demo's operator. */
export async function makeTickets(app: App, caller: Caller, today: Date): Promise<void> {
  const { email } = await demoOperator(app);
  const staff = { operatorId: await findOperatorId(app.db, email), email, address: '127.0.0.1' };
  for (const ticket of TICKETS) {
    const { type, hoursAgo, text, paper, lines = [], ends } = ticket;
    const at = (hoursLater: number): App => ({
      ...app,
      clock: new FakeClock(new Date(today.getTime() - (hoursAgo - hoursLater) * HOUR_MILLISECONDS)),
    });
    const reference = await referenceFor(app, caller, ticket, at(0).clock.now());
    // Without such a record there is no ticket about it.
    if (type !== 4 && reference === '') continue;
    const form = { ticket_type: type, reference_id: reference, ticket_message: text };
    const { id } = await openTicket(at(0), caller, form, paper ? await sentPaper(...paper) : null);
    const ref = { merchantId: caller.merchantId, id };
    for (const [hoursLater, who, words] of lines) {
      if (who === 'provider') await answer(at(hoursLater), staff, ref, words, null);
      else await reply(at(hoursLater), caller, { ticket_id: id, message: words }, null);
    }
    if (!ends) continue;
    const [hoursLater, end] = ends;
    await (end === 'closed' ? close : startProcessing)(at(hoursLater), staff, ref);
  }
}
