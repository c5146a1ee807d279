import type { TestServer } from './server.ts';
import { type Fields, next, type Sample, type World } from './world.ts';

/** Creates a payment link of the actor's merchant. */
export async function linkOf(
  { daftar, actor, mode }: World,
  overrides: Fields = {},
): Promise<{ id: number }> {
  const answer = await daftar.call({
    method: 'POST',
    path: '/merchant/payment_links/create',
    mode,
    as: actor,
    body: { ...linkForm(daftar), ...overrides },
  });
  return { id: answer.body.data.id };
}

/** Returns a valid payment link with a due date in the future. */
export const linkForm = (daftar: TestServer): Fields => ({
  invoice_name: 'Rent',
  description: 'Of June',
  currency_id: 1,
  amount: 100,
  percentage_fees: 2,
  due_date: new Date(daftar.clock.now().getTime() + 7 * 86_400_000).toISOString(),
  payment_methods: [1, 4],
  language: 1,
  notes: 'Call first',
  max_payment_count: 3,
});

const customerForm = (): Fields => {
  const digits = String(next()).padStart(8, '0');
  return { name: 'منى عادل', email: `sample${digits}@customers.example`, mobile: `012${digits}` };
};

/** Creates a customer of the actor's merchant. */
async function customerOf({ daftar, actor, mode }: World): Promise<{ id: number }> {
  const call = { method: 'POST', path: '/merchant/Customer/Create', mode, as: actor } as const;
  const answer = await daftar.call({ ...call, body: customerForm() });
  return { id: answer.body.data.id };
}

/** Writes a note about a customer of the actor's merchant. */
async function noteOf(world: World): Promise<{ id: number }> {
  const { daftar, actor, mode } = world;
  const { id } = await customerOf(world);
  const path = `/merchant/customers/${id}/notes`;
  const answer = await daftar.call({ method: 'POST', path, mode, as: actor, body: { text: 'Call first' } });
  return { id: answer.body.data.id };
}

/** Returns a form with an import file of one new customer. */
function customerSheet(): FormData {
  const { name, email, mobile } = customerForm();
  const form = new FormData();
  form.append('file', new Blob([`name,email,mobile\n${name},${email},${mobile}\n`]), 'customers.csv');
  return form;
}

const invoiceForm = async (world: World, customers?: number[]): Promise<Fields> => {
  const { max_payment_count: _, ...form } = linkForm(world.daftar);
  return { ...form, customers: customers ?? [(await customerOf(world)).id] };
};

/** Creates an invoice of the actor's merchant for one customer. */
async function shareOf(world: World): Promise<{ id: number; customerId: number }> {
  const { daftar, actor, mode } = world;
  const { id: customerId } = await customerOf(world);
  const call = { method: 'POST', path: '/merchant/invoices/create', mode, as: actor } as const;
  const answer = await daftar.call({ ...call, body: await invoiceForm(world, [customerId]) });
  return { id: answer.body.data.id, customerId };
}

export const invoiceOf = async (world: World) => ({ id: (await shareOf(world)).id });

/** What the actor's own software knows something by. */
export const ownFields = (): Fields => ({
  merchant_reference: `N-${next()}`,
  merchant_reference_unique: true,
  metadata: { branch: 'الزمالك' },
});

/** Samples by `noun.endpoint`. */
export const payablesSamples: Record<string, Sample> = {
  'payment-links.tillSale': { params: (world) => linkOf(world, { from_till: true, currency_id: 1 }) },
  'payment-links.details': { params: linkOf },
  'payment-links.transactions': { params: linkOf },
  'payment-links.create': { body: ({ daftar }) => linkForm(daftar) },
  'payment-links.setOwnFields': { params: linkOf, body: ownFields },
  'payment-links.deactivate': { params: linkOf },
  'payment-links.exportCsv': { body: () => ({ payLinks: null }) },
  'customers.details': { query: async (world) => ({ customerId: String((await customerOf(world)).id) }) },
  'customers.create': { body: customerForm },
  'customers.update': {
    body: async (world) => ({ customerId: (await customerOf(world)).id, ...customerForm() }),
  },
  'customers.setOwnFields': { params: customerOf, body: ownFields },
  'customers.importPreview': { body: customerSheet },
  'customers.import': { body: customerSheet },
  'customer-page.summary': { params: customerOf },
  'customer-page.timeline': { params: customerOf },
  'customer-page.export': { params: customerOf },
  'customer-page.addNote': { params: customerOf, body: () => ({ text: 'Call first' }) },
  'customer-page.editNote': { params: noteOf, body: () => ({ text: 'Write first' }) },
  'customer-page.deleteNote': { params: noteOf },
  'customer-page.setTags': { params: customerOf, body: () => ({ tags: ['VIP'] }) },
  'customer-page.archive': { params: customerOf },
  'customer-page.unarchive': { params: customerOf },
  'customer-page.merge': {
    params: customerOf,
    body: async (world) => ({
      other: (await customerOf(world)).id,
      keep: { name: 'this', email: 'this', mobile: 'other', nationalId: 'this', description: 'this' },
      confirmed: true,
    }),
  },
  'customer-invoices.statistics': { params: customerOf },
  'customer-invoices.list': {
    query: async (world) => ({ customer_id: String((await customerOf(world)).id) }),
  },
  'invoices.saveReminders': { body: () => ({ before_days: 3, after_days: null }) },
  'invoices.details': { params: invoiceOf },
  'invoices.customers': { params: invoiceOf },
  'invoices.messages': { params: invoiceOf },
  'invoices.create': { body: (world) => invoiceForm(world) },
  'invoices.update': { params: invoiceOf, body: (world) => invoiceForm(world) },
  'invoices.setOwnFields': { params: invoiceOf, body: ownFields },
  'invoices.deactivate': { params: invoiceOf },
  'invoices.resend': { params: shareOf, body: () => ({ by_email: true, by_sms: true }) },
  'invoices.document': { params: shareOf },
  'invoices.exportCsv': { body: () => ({ invoices: null, format: 'xlsx' }) },
};
