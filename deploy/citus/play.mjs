// What merchants and payers do on the rehearsed cluster, in test mode: each a step that says whether it worked.
const PASSWORD = 'Fr3sh&Pass';
const CARD = {
  method: '1',
  card_number: '4242 4242 4242 4242',
  card_expiry: '12/39',
  card_cvv: '739',
  card_name: 'Mona Adel',
  email: 'payer@example.com',
};
/** Pages that a merchant opens. */
const SCREENS = [
  'payment_links',
  'invoices',
  'transactions',
  'transactions/counts',
  'refunds',
  'settlements',
  'settlements/next',
  'payouts',
  'available_balance',
  'chargebacks',
  'Customer/List',
  'store/products',
  'store/products/orders',
  'statistics',
  'statistics/payment_methods',
  'notifications',
  'business-account/merchants',
  'business-account/roles',
  'webhooks/events',
  'support',
];

/** Plays with three merchants. */
export async function play({ origin, step, query }) {
  /** One request. @returns its reply's `data`, or its text @throws Error with status and text when it is no success */
  const ask = async (method, path, { body, headers = {}, form } = {}) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
      headers: {
        ...headers,
        ...(body && { 'content-type': 'application/json' }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      body: body ? JSON.stringify(body) : form ? new URLSearchParams(form).toString() : undefined,
    });
    const text = await response.text();
    if (response.status >= 400)
      throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 160)}`);
    const type = response.headers.get('content-type') ?? '';
    const json = type.includes('json') ? JSON.parse(text) : undefined;
    return { data: json?.data ?? json, location: response.headers.get('location') };
  };

  for (const serial of [1, 2, 3]) {
    const email = `rehearsal${serial}@example.com`;
    const of = (what) => `merchant ${serial}: ${what}`;
    const headers = await step(of('signs up, chooses a password, signs in'), async () => {
      const name = { firstName: 'Mona', lastName: 'Adel', businessName: `Store ${serial}`, tAndC: true };
      const mobileNumber = `010${20_000_000 + serial}`;
      await ask('POST', '/api/merchant/register', { body: { ...name, email, mobileNumber } });
      const { data: mails } = await ask('GET', `/dev/outbox?to=${encodeURIComponent(email)}`, {
        headers: { accept: 'application/json' },
      });
      const token = new URL(mails[0].links[0]).searchParams.get('token');
      const body = { email, token, password: PASSWORD, password_confirmation: PASSWORD };
      await ask('POST', '/api/merchant/password/create', { body });
      const { data } = await ask('POST', '/api/merchant/login', { body: { email, password: PASSWORD } });
      return { authorization: `Bearer ${data.access_token}` };
    });
    if (!headers) continue;
    const call = (method, path, body) => ask(method, `/api/sandbox/merchant/${path}`, { body, headers });

    const link = await step(of('makes a payment link'), async () => {
      const due = new Date(Date.now() + 7 * 86_400_000).toISOString();
      const form = {
        invoice_name: 'Rehearsal',
        amount: 150.25,
        currency_id: 1,
        language: 2,
        require_email: true,
      };
      const { data } = await call('POST', 'payment_links/create', {
        ...form,
        max_payment_count: 9,
        due_date: due,
      });
      return new URL(data.link).pathname;
    });
    if (link) {
      await step(of('its payer sees the page'), async () => void (await ask('GET', link)));
      for (const [what, card] of [
        ['pays', CARD.card_number],
        ['is declined', '4000 0000 0000 0002'],
        ['pays again', CARD.card_number],
      ])
        await step(of(`its payer ${what}`), async () => {
          const { location } = await ask('POST', link, { form: { ...CARD, card_number: card } });
          const { data } = await ask('GET', `${location}/status`);
          const wanted = what === 'is declined' ? 'failed' : 'succeeded';
          if (data.state !== wanted) throw new Error(`it is ${data.state}`);
          return data.state;
        });
    }
    const [paid] =
      (await step(of('finds its payments'), async () => {
        const { data } = await call('GET', 'transactions?status=1');
        const rows = data.data ?? data;
        if (rows.length !== 2) throw new Error(`${rows.length} of 2`);
        return rows;
      })) ?? [];
    if (paid) {
      await step(of('opens a payment'), async () => void (await call('GET', `transactions/${paid.id}`)));
      await step(
        of('refunds a part of it'),
        async () =>
          void (await call('POST', `transactions/${paid.id}/refunds`, {
            amount: 10,
            reason: 'Rehearsal',
            password: PASSWORD,
          })),
      );
    }
    await step(of('is settled'), async () => void (await call('POST', 'settlements/settle-now')));
    await step(
      of('asks for a payout'),
      async () => void (await call('POST', 'payment_links/payout', { amount: 50, bank_account_id: null })),
    );
    await step(
      of('adds a customer'),
      async () =>
        void (await call('POST', 'Customer/Create', {
          name: 'Omar Said',
          email: `omar${serial}@example.com`,
          mobile: `010${30_000_000 + serial}`,
        })),
    );
    for (const scenario of ['late-kiosk', 'chargeback-opened', 'chargeback-lost'])
      await step(
        of(`simulates ${scenario}`),
        async () => void (await call('POST', 'simulations/payment', { scenario })),
      );
    for (const screen of SCREENS)
      await step(of(`opens ${screen}`), async () => void (await call('GET', screen)));
  }
  await step('numbers are below 2^53, drawn by the coordinator', async () => {
    const [{ most }] = await query(
      'select max(id) as most from (select id from ledger_transfers union all select id from transactions union all select id from notifications) n',
    );
    if (Number(most) > 1e6) throw new Error(String(most));
    return String(most);
  });
}
