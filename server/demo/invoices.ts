import { InvoiceForm } from '@daftar/contract/invoices';
import { validate } from '@daftar/contract/validate';
import { type DemoPayment, payForDemo } from '../src/checkout/seed.ts';
import { createCustomer } from '../src/customers/service.ts';
import { createInvoice, deactivateInvoice, listCustomers } from '../src/invoices/service.ts';
import type { App, Caller } from '../src/platform/context.ts';
import { FakeClock } from '../src/platform/time/clock.ts';
import type { Agenda, Story } from './agenda.ts';
import { type DemoInvoice, PEOPLE } from './story.ts';

const DAY_MILLISECONDS = 86_400_000;

/** The app at another time. */
const at = (app: App, clock: FakeClock): App => ({ ...app, clock });

/** Creates customers, and tells of their invoices: paid, unpaid, expired and canceled ones, for one customer and for groups. */
export async function makeInvoices(
  app: App,
  caller: Caller,
  today: Date,
  { agenda, invoices, plan }: { agenda: Agenda; invoices: readonly DemoInvoice[]; plan: () => DemoPayment },
): Promise<void> {
  const daysAgo = (days: number) => new Date(today.getTime() - days * DAY_MILLISECONDS);
  const customers: number[] = [];
  for (const [place, { name, latin, address }] of PEOPLE.entries()) {
    const form = {
      name,
      email: `${latin}@example.com`,
      mobile: `0100${String(2_000_000 + place * 4_421).padStart(7, '0')}`,
      nationalId: '',
      description: address,
    };
    const past = at(app, new FakeClock(daysAgo(75 - place)));
    customers.push((await createCustomer(past, caller, form)).id);
  }
  const storyOf = async function* (place: number, invoice: DemoInvoice): Story {
    const made = daysAgo(invoice.madeDaysAgo);
    const due = new Date(made.getTime() + invoice.dueAfterDays * DAY_MILLISECONDS);
    const chosen = Array.from(
      { length: invoice.customers },
      (_, n) => customers[(place * 3 + n) % customers.length]!,
    );
    const form = validate(InvoiceForm, {
      invoice_name: invoice.name,
      description: invoice.description,
      currency_id: invoice.currency ?? 1,
      amount: invoice.amount,
      percentage_tax: invoice.taxPercent ?? 0,
      due_date: due.toISOString(),
      language: invoice.language,
      customers: chosen,
      notify_by_email: invoice.isSent ?? false,
      notify_by_sms: invoice.isSent ?? false,
    });
    if (!form.ok)
      throw new Error(`The demo invoice ${invoice.name} is not valid: ${JSON.stringify(form.errors)}`);
    const clock = new FakeClock(made);
    yield clock.now();
    const { id } = await createInvoice(at(app, clock), caller, form.value);
    const paging = { page: 1, pageSize: 100, sortBy: 'id', sortType: 'asc' } as const;
    const { rows } = await listCustomers(app, caller, id, paging, undefined);
    for (const share of rows.slice(0, invoice.pays)) {
      clock.advance({ hours: 7 });
      yield clock.now();
      const payer = { name: share.name, email: share.email, mobile: share.phone, address: '' };
      const payment: DemoPayment = { ...plan(), ending: 'pays', payer, waitMinutes: 0 };
      await payForDemo(at(app, clock), clock, share.url.split('/').at(-1) ?? '', payment);
    }
    if (invoice.isCanceled) {
      clock.advance({ hours: 20 });
      yield clock.now();
      await deactivateInvoice(at(app, clock), caller, id);
    }
  };
  for (const [place, invoice] of invoices.entries()) await agenda.add(storyOf(place, invoice));
}
