// @vitest-environment node
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CheckoutLocale, PayRenderer, PayView } from '@daftar/contract/checkout';
import { PAYMENT_METHODS } from '@daftar/contract/lookups';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import ar from '../locales/ar/pay.json' with { type: 'json' };
import en from '../locales/en/pay.json' with { type: 'json' };
import {
  AMOUNT,
  attemptPage,
  everyPage,
  invoiceDocument,
  METHODS,
  openPage,
  QUANTITY,
  viewOf,
} from './testing/views.ts';

/** The module as the server gets it: built, with React and the inlined script in it. */
let renderer: PayRenderer;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daftar-pay-'));
  await build({
    configFile: fileURLToPath(new URL('../vite.pay.config.ts', import.meta.url)),
    logLevel: 'error',
    build: { outDir: folder },
  });
  renderer = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'render.js')).href);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const html = (view: PayView) => renderer.renderPayPage(view);
const without = (document: string) =>
  document.replace(/<style>.*?<\/style>/s, '').replace(/<script>.*?<\/script>/s, '');
const textOf = (document: string) =>
  without(document)
    .replace(/<noscript>.*?<\/noscript>/s, '')
    .replace(/<[^>]*>/g, '\n');
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
const hash = (text: string) => createHash('sha256').update(text, 'utf8').digest('base64');
const LOCALES: CheckoutLocale[] = ['ar', 'en'];

describe.each(LOCALES)('every page in %s', (locale) => {
  describe.each(Object.entries(everyPage()))('%s', (_name, page) => {
    const draw = () => html(viewOf(locale, page));

    it('is a complete document with one heading, in its language and direction, and is not indexed', () => {
      const document = draw();
      expect(document).toMatch(
        new RegExp(`^<!doctype html><html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">`),
      );
      expect(count(document, /<h1[ >]/g)).toBe(1);
      expect(document).toContain('<meta name="robots" content="noindex, nofollow"/>');
      expect(document).toContain('<meta name="referrer" content="no-referrer"/>');
      expect(document).toContain('name="viewport"');
      expect(document).toContain('name="theme-color"');
    });

    it('has no inline style or handler that its policy refuses, and loads nothing from other sites', () => {
      const body = without(draw());
      expect(body).not.toMatch(/\sstyle=/);
      expect(body).not.toMatch(/\son\w+=/);
      expect(body).not.toMatch(/<(?:script|link rel="stylesheet"|iframe)/);
      expect(body).not.toMatch(/\ssrc="http/);
    });

    it('has a policy that allows exactly its own style and script', () => {
      const document = draw();
      const styles = [...document.matchAll(/<style>(.*?)<\/style>/gs)].map((match) => hash(match[1] ?? ''));
      const scripts = [...document.matchAll(/<script>(.*?)<\/script>/gs)].map((match) =>
        hash(match[1] ?? ''),
      );
      expect(renderer.csp.style).toEqual(styles.map((each) => `'sha256-${each}'`));
      expect(renderer.csp.script).toEqual(scripts.map((each) => `'sha256-${each}'`));
      expect(renderer.scripts.map((each) => each.sha256)).toEqual(scripts);
    });

    it('shows no placeholder, missing value or raw key', () => {
      const text = textOf(draw());
      expect(text).not.toMatch(/\{\{|undefined|\[object|NaN/);
      // A key of the catalogue that has no sentence would show as it is.
      expect(text).not.toMatch(/^(?:[a-z]+\.)+[A-Za-z_]+$/m);
    });
  });
});

describe('the Arabic page', () => {
  it.each(Object.entries(everyPage()))('has no English sentence: %s', (_name, page) => {
    const text = textOf(
      html(viewOf('ar', page, { merchant: { name: 'مخبوزات النيل', logoUrl: null, brand: null } })),
    );
    // Names of brands and the other language stand in Latin letters, and so do references and addresses.
    const known =
      /\b(?:English|Visa|VISA|Mastercard|AMEX|meeza|Nile|nile|instapay|PL-[\d-]+|PAY-\w+|m(?:•••)?@x\.eg)\b/g;
    const left = text.replace(known, '').match(/[A-Za-z]{2,}/g) ?? [];
    expect(left).toEqual([]);
  });

  it('has every key of the English catalogue, in Arabic', () => {
    const single = (catalogue: object) =>
      [
        ...new Set(Object.keys(catalogue).map((key) => key.replace(/_(zero|one|two|few|many|other)$/, ''))),
      ].sort();
    expect(single(ar)).toEqual(single(en));
    for (const [key, sentence] of Object.entries(ar))
      if (key !== 'otherLanguage') expect(sentence.replace(/\{\{\w+\}\}/g, ''), key).not.toMatch(/[A-Za-z]/);
  });

  it('says how many tries are left beside the field or in its error, not in both', () => {
    const hint = (errors?: Parameters<typeof attemptPage>[1]) =>
      html(viewOf('en', attemptPage({ state: 'otp', triesLeft: 2 }, errors))).match(
        /id="f-otp-hint">([^<]*)/,
      )?.[1];
    expect(hint()).toBe('2 tries left');
    expect(hint({ otp: [{ key: 'InvalidOtp' }] })).toBe('2 tries left');
    expect(hint({ otp: [{ key: 'OtpWrong', params: { count: 2 } }] })).toBeUndefined();
  });

  it('uses all six plural forms', () => {
    const hint = (triesLeft: number) =>
      html(viewOf('ar', attemptPage({ state: 'otp', triesLeft }))).match(/id="f-otp-hint">([^<]*)/)?.[1];
    expect([0, 1, 2, 5].map(hint)).toEqual([
      'لم تتبقَّ محاولات',
      'بقيت محاولة واحدة',
      'بقيت محاولتان',
      'بقيت ٥ محاولات',
    ]);
  });
});

describe('the first page', () => {
  it('asks for the fields of the payable and no others', () => {
    const names = (document: string) =>
      [...without(document).matchAll(/ name="(\w+)"[^>]*/g)].map((match) => match[1]);
    const asked = names(html(viewOf('en', openPage({ asks: ['email'], methods: METHODS.slice(3, 5) }))));
    expect(asked).toContain('email');
    for (const absent of ['phone', 'address', 'card_number', 'wallet_mobile'])
      expect(asked).not.toContain(absent);
  });

  it('posts each field once, whichever methods share it', () => {
    const document = html(viewOf('en', openPage({ asks: ['name', 'email', 'phone', 'address'] })));
    for (const field of [
      'card_number',
      'card_expiry',
      'card_cvv',
      'card_name',
      'wallet_mobile',
      'email',
      'phone',
    ])
      expect(count(document, new RegExp(`name="${field}"`, 'g')), field).toBe(1);
    expect(count(document, /type="radio"/g)).toBe(METHODS.length);
    expect(document).toContain('action="/pay/tok_1"');
  });

  it('lets the payer decide, says for what it was made, and pays by Enter in any field', () => {
    const document = html(viewOf('en', openPage({}, { choice: AMOUNT })));
    expect(document).toContain('name="priced" value="2400.00"');
    expect(count(document, / name="amount"/g)).toBe(1);
    expect(document).toMatch(/href="\/pay\/tok_1\?amount=2400.00" aria-current="true"/);
    expect(document).toMatch(/href="\/pay\/tok_1\?amount=100.00">/);
    // The first button of the form, which Enter presses, is none that changes the total.
    const [first] = /<button type="submit"[^>]*>/.exec(without(document)) ?? [];
    expect(first).not.toContain('name=');
    const pieces = html(viewOf('en', openPage({}, { choice: QUANTITY, dueDate: null })));
    expect(textOf(pieces)).toMatch(/3 × \s*800\.00/);
    expect(pieces).not.toContain(' name="amount"');
  });

  it('writes an amount without errors as the total is written, and keeps a refused one as typed', () => {
    const values = { amount: '2,400' };
    const shown = html(viewOf('en', openPage({ values }, { choice: AMOUNT })));
    expect(shown).toMatch(/<input[^>]* name="amount"[^>]* value="2400.00"/);
    const errors = { amount: [{ key: 'DecimalComma' as const }] };
    const refused = html(viewOf('en', openPage({ values: { amount: '10,50' }, errors }, { choice: AMOUNT })));
    expect(refused).toMatch(/<input[^>]* name="amount"[^>]* value="10,50"/);
  });

  it('keeps the input after an error, except card data', () => {
    const values = {
      name: 'Mona <Adel>',
      email: 'mona@x.eg',
      method: '3',
      wallet_mobile: '01001234567',
      card_number: '4000056655665556',
      card_expiry: '11/31',
      card_cvv: '987',
      card_name: 'MONA SECRET',
    };
    const document = html(
      viewOf('en', openPage({ asks: ['name', 'email'], values }), { sandbox: false, mode: 'live' }),
    );
    expect(document).toContain('value="Mona &lt;Adel&gt;"');
    expect(document).toContain('value="mona@x.eg"');
    expect(document).toContain('value="01001234567"');
    expect(document).toMatch(/<input[^>]*id="f-method-3"[^>]*checked/);
    for (const secret of ['4000056655665556', '11/31', '"987"', 'MONA SECRET'])
      expect(document).not.toContain(secret);
  });

  it('shows errors under their fields, and links to them in a summary', () => {
    const document = html(
      viewOf(
        'ar',
        openPage({ asks: ['email'], errors: { email: [{ key: 'InvalidEmail' }] }, values: { email: 'x' } }),
      ),
    );
    expect(document).toContain('href="#f-email"');
    expect(document).toMatch(/id="f-email-error">أدخل بريدًا إلكترونيًا صحيحًا</);
    expect(document).toMatch(/<input[^>]*id="f-email"[^>]*aria-invalid="true"/);
  });

  it('has styles for every method: its row, its panel’s row, and the words of its button', () => {
    const document = html(viewOf('en', openPage()));
    for (const [index, { id, code }] of PAYMENT_METHODS.entries()) {
      const place = index + 1;
      expect(document, code).toMatch(new RegExp(`\\.at-${place} ?\\{ ?grid-row:`));
      expect(document, code).toMatch(new RegExp(`\\.at-${place}:checked ?~ ?\\.panel`));
      expect(document, code).toMatch(new RegExp(`\\.id-${id}:checked\\) \\.only-${id}\\b`));
    }
  });

  it('shows what each method costs before paying', () => {
    const document = html(viewOf('en', openPage()));
    expect(document).toContain('+ 90.64\u00a0EGP fee');
    expect(document).toContain('Pay 2,876.64\u00a0EGP');
    expect(document).toContain('You pay 2,801.00\u00a0EGP, including a payment fee of 15.00\u00a0EGP.');
  });

  it('shows the amount in pounds and the exchange rate for another currency', () => {
    const document = html(
      viewOf(
        'en',
        openPage({}, { currency: 'USD', total: 11_400, charged: { piastres: 555_822, rate: 48.7563 } }),
      ),
    );
    expect(document).toMatch(/114\.00\u00a0<small>USD/);
    expect(document).toMatch(/5,558\.22\u00a0<small>EGP/);
    expect(document).toContain('1 USD = 48.7563');
  });

  it('shows test cards only if the sandbox processes the payment', () => {
    expect(html(viewOf('en', openPage()))).toContain('4000 0000 0000 3220');
    expect(html(viewOf('en', openPage(), { mode: 'live', sandbox: false }))).not.toContain(
      '4000 0000 0000 3220',
    );
  });

  it('writes Arabic amounts in Arabic digits and states the time zone of a date', () => {
    const document = html(viewOf('ar', openPage()));
    expect(document).toMatch(/٢٬٧٨٦٫٠٠\u00a0<small>ج\.م/);
    expect(document).toContain('بتوقيت القاهرة');
  });
});

describe('text of merchants and payers', () => {
  const evil = '</title><script>alert(1)</script><style>*{}</style>"\'&';
  it('is escaped everywhere', () => {
    const view = viewOf(
      'en',
      openPage({ asks: ['name'], values: { name: evil } }, { title: evil, description: evil }),
      {
        merchant: { name: evil, logoUrl: 'javascript:alert(1)', brand: null },
      },
    );
    const document = html(view);
    expect(count(document, /<script/g)).toBe(1);
    expect(count(document, /<style/g)).toBe(1);
    expect(document).not.toContain('javascript:');
  });
  it('becomes a link only if it is a web address', () => {
    for (const returnUrl of ['javascript:alert(1)', 'data:text/html,x', '//evil.example'])
      expect(html(viewOf('en', attemptPage({ state: 'succeeded', returnUrl })))).not.toContain(returnUrl);
    expect(html(viewOf('en', attemptPage({ state: 'succeeded' })))).toContain(
      'href="https://shop.example/thanks"',
    );
  });
});

describe('the pages of a payment attempt', () => {
  const draw = (over: Parameters<typeof attemptPage>[0]) => html(viewOf('en', attemptPage(over)));
  it('post to the addresses of the contract', () => {
    expect(draw({ state: 'challenge' })).toMatch(
      /action="\/pay\/tok_1\/a1\/challenge".*value="approve".*value="decline"/s,
    );
    expect(draw({ state: 'otp' })).toMatch(
      /action="\/pay\/tok_1\/a1\/otp".*name="otp".*action="\/pay\/tok_1\/a1\/resend"/s,
    );
    expect(draw({ state: 'awaiting' })).toMatch(
      /action="\/pay\/tok_1\/a1\/simulate".*value="pay".*value="fail"/s,
    );
    expect(draw({ state: 'awaiting' })).toContain('action="/pay/tok_1/a1/cancel"');
  });
  it('offer simulated outcomes only in the sandbox', () => {
    expect(draw({ state: 'awaiting', canSimulate: false })).not.toContain('/simulate');
  });
  it('poll for the payment with and without JavaScript', () => {
    const document = draw({ state: 'awaiting' });
    expect(document).toContain('data-poll="/pay/tok_1/a1/status"');
    expect(document).toContain('<noscript><meta http-equiv="refresh" content="15"/></noscript>');
    expect(draw({ state: 'otp' })).not.toContain('http-equiv="refresh"');
  });
  it('end with a receipt that shows the card’s last four digits', () => {
    const document = draw({ state: 'succeeded', method: 'Card', card: { brand: 'visa', last4: '4242' } });
    expect(document).toContain('Visa •••• 4242');
    expect(document).toContain('PAY-7F3K92QX');
  });
  it('offer another try only while one is left', () => {
    expect(draw({ state: 'failed', failure: 'declined' })).toMatch(/href="\/pay\/tok_1">Try again/);
    expect(draw({ state: 'failed', failure: 'declined', canRetry: false })).not.toContain('Try again<');
  });
  it('do not claim that no money was taken when a kiosk code expired, because it may have been paid at the last moment', () => {
    expect(draw({ state: 'expired', method: 'Kiosk' })).not.toContain('No money was taken');
    expect(draw({ state: 'expired', method: 'Card' })).toContain('No money was taken');
  });
  it.each(['failed', 'expired'] as const)(
    'neither claim a result nor ask for another payment while the result is unknown: %s',
    (state) => {
      const document = draw({ state, method: 'Card', code: null, isKnown: false });
      expect(document).toContain('We do not know yet whether this payment went through.');
      expect(document).not.toMatch(/No money was taken|Try again/);
    },
  );
  it('say that the payer canceled, and that a payment made at the bank meanwhile still counts', () => {
    const document = draw({ state: 'canceled', method: 'Card', code: null, isKnown: false });
    expect(document).toContain('You canceled this payment.');
    expect(document).toContain('that payment still counts');
    expect(document).not.toMatch(/still checking|No money was taken|Try again/);
    expect(document).toMatch(/href="\/pay\/return\/tok_1\/a1">Check now/);
  });
  it.each(
    (['Kiosk', 'InstaPay'] as const).flatMap((method) =>
      (['failed', 'canceled', 'expired'] as const).map((state) => [method, state] as const),
    ),
  )(
    'check a code for payment first, and start again only if the payer says they have not paid: %s, %s',
    (method, state) => {
      const document = draw({ state, method, isKnown: false });
      const links = [...document.matchAll(/<a class="(main|second)" href="([^"]*)"[^>]*>([^<]*)/g)];
      expect(links.slice(0, 2).map(([, ...link]) => link)).toEqual([
        ['main', '/pay/return/tok_1/a1', 'Check now'],
        ['second', '/pay/tok_1', 'I have not paid: start again'],
      ]);
      expect(document).not.toContain('Try again<');
      expect(draw({ state, method })).toMatch(/class="main" href="\/pay\/tok_1">Try again</);
    },
  );
  it.each([
    ['en', 'Order', 'طلب ORD-1'],
    ['ar', 'طلب', 'Order ORD-1'],
  ] as const)(
    'name an order in the page’s language, whatever language it was placed in: %s',
    (locale, word, title) => {
      const order = { kind: 'order', reference: 'ORD-1', title } as const;
      for (const page of [
        openPage({}, order),
        { ...attemptPage({ state: 'succeeded' }), payable: openPage({}, order).payable },
      ]) {
        const document = html(viewOf(locale, page));
        expect(textOf(document).replaceAll(/[\u2066-\u2069]/g, '')).toContain(`${word} ORD-1`);
        expect(document).not.toContain(title);
      }
    },
  );
  it.each([
    ['ar', 'وصل المبلغ الذي دفعته', 'جزء فقط', 'تم الدفع بنجاح'],
    ['en', 'Your payment arrived', 'only part of the amount', 'Payment successful'],
  ] as const)(
    'call a partial payment partial and state the amount received: %s',
    (locale, title, part, success) => {
      const page = attemptPage({ state: 'succeeded', receivedPiastres: 90_050, uncounted: 'partial' });
      const text = textOf(html(viewOf(locale, page)));
      expect(text).toContain(title);
      expect(text).toContain(part);
      expect(text).not.toContain(success);
      const amounts = text.match(/(?:900[.٫]50|٩٠٠٫٥٠|2,786\.00|٢٬٧٨٦٫٠٠)/g) ?? [];
      // Twice what came, once what was asked.
      expect(amounts).toHaveLength(3);
      expect(
        textOf(html(viewOf(locale, attemptPage({ state: 'succeeded', receivedPiastres: 278_600 })))),
      ).toContain(success);
    },
  );
  it.each(['Card', 'MobileWallet'] as const)(
    'say that they wait for the bank, not for cash, if there is no code: %s',
    (method) => {
      const document = draw({ state: 'awaiting', method, code: null });
      expect(document).toContain('We are waiting for your bank’s answer. Please do not pay again.');
      expect(document).toContain('data-poll="/pay/tok_1/a1/status"');
      expect(document).not.toMatch(/nearest payment kiosk|Pay with this code|Waiting for your payment/);
    },
  );
  it.each([
    { state: 'awaiting' },
    { state: 'failed', method: 'Card', isKnown: false },
    { state: 'expired', method: 'Kiosk', isKnown: false },
  ] as const)('ask the processor where they offer to check: %o', (more) => {
    const links = [...draw(more).matchAll(/href="([^"]*)"[^>]*>Check now/g)].map(([, to]) => to);
    expect(links).toEqual(['/pay/return/tok_1/a1']);
  });
  it('say that a payment request waits in the wallet', () => {
    const document = draw({ state: 'awaiting', method: 'MobileWallet', code: null, inWallet: true });
    expect(document).toContain('Confirm in your wallet');
    expect(document).toContain('data-poll="/pay/tok_1/a1/status"');
  });

  describe('of a payment on the processor’s page', () => {
    const redirect = { method: 'GET', url: 'https://bank.example/pay?s=1', fields: {} } as const;
    const page = (over: Partial<ReturnType<typeof attemptPage>>, more = {}) =>
      renderer.renderPayPage(
        viewOf('en', {
          ...attemptPage({ state: 'redirect', method: 'Card', code: null, redirect, ...more }),
          ...over,
        }),
      );

    it('go on there by themselves without a script, once, and link to it', () => {
      expect(page({ goesOn: true })).toContain('content="0; url=https://bank.example/pay?s=1"');
      expect(page({})).not.toContain('http-equiv="refresh"');
      expect(page({})).toContain('href="https://bank.example/pay?s=1"');
    });

    it('post a form there where the processor wants one', () => {
      const fields = { token: 'a"b' };
      const document = page({ goesOn: true }, { redirect: { ...redirect, method: 'POST', fields } });
      expect(document).not.toContain('http-equiv="refresh"');
      expect(document).toContain('<form action="https://bank.example/pay?s=1" method="post">');
      expect(document).toContain('name="token" value="a&quot;b"');
    });

    it('check by themselves after the payer came back, ever more slowly, and end', () => {
      const pauses = [1, 2, 3, 4, 5, 6].map((checked) => {
        const [, pause, next] = /content="(\d+); url=([^"]+)"/.exec(page({ checked })) ?? [];
        expect(next).toBe(`/pay/return/tok_1/a1?n=${checked}`);
        return Number(pause);
      });
      expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
      expect(page({ checked: 7 })).not.toContain('http-equiv="refresh"');
      expect(page({ checked: 7 })).toContain('href="/pay/return/tok_1/a1?n=0"');
    });

    it('check on a declined card too, because the payer may have paid with another one', () => {
      const declined = { state: 'failed', failure: 'declined', redirect: null } as const;
      expect(page({ checked: 1 }, { ...declined, mayStillBePaid: true })).toContain(
        'url=/pay/return/tok_1/a1?n=1"',
      );
      expect(page({ checked: 1 }, { ...declined, mayStillBePaid: false })).not.toContain(
        'http-equiv="refresh"',
      );
    });

    it('never lead to an address that is no web address', () => {
      const document = page({ goesOn: true }, { redirect: { ...redirect, url: 'javascript:alert(1)' } });
      expect(document).not.toContain('javascript:');
    });
  });

  it('switch the language at their own address', () => {
    expect(draw({ state: 'otp' })).toContain('href="/pay/tok_1/a1?lang=ar"');
  });
});

describe.each(LOCALES)('the printable page of an invoice in %s', (locale) => {
  const page = {
    token: 'AbCdEfGhIjKlMnOpQrStUvWxYz0',
    logoUrl: null,
    brand: null,
    document: invoiceDocument(locale),
  };
  const draw = () => renderer.renderInvoicePage(page);

  it('has every text of the document once, and links to the PDF and to the payment page', () => {
    const text = textOf(draw());
    const { total, words, description } = page.document;
    for (const said of [total, description, ...words.map((each) => each.text)]) {
      expect(text.split(said)).toHaveLength(2);
    }
    expect(draw()).toContain(`href="/pay/${page.token}/invoice.pdf"`);
    expect(draw()).toContain(`href="/pay/${page.token}"`);
  });

  it('contains no inline script, style or handler, and escapes its texts', () => {
    const evil = '"><script>alert(1)</script>';
    const document = { ...page.document, name: evil, description: evil };
    const body = without(renderer.renderInvoicePage({ ...page, document }));
    expect(body).not.toMatch(/\sstyle=|\son\w+=|<script/);
  });

  it('has no payment link when nothing is owed', () => {
    const paid = renderer.renderInvoicePage({ ...page, document: { ...page.document, pay: null } });
    expect(paid).not.toContain(`href="/pay/${page.token}"`);
  });
});
