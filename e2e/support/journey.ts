import { randomInt } from 'node:crypto';
import { MERCHANT_STATUS } from '@daftar/contract/auth';
import { test as base, expect, type Page } from '@playwright/test';
import { atRest, smallTargetsOf, violationsOf } from './axe.ts';
import { expectCards } from './cards.ts';
import { type Language, sentence } from './catalogue.ts';
import { runOps } from './ops.ts';

export interface JourneyOptions {
  language: Language;
}

/** A message of the outbox. */
export interface OutboxMessage {
  channel: 'email' | 'sms';
  to: string;
  subject: string;
  text: string;
  links: string[];
}

/** A merchant with a signed-up owner who has a password. */
export interface Person {
  email: string;
  mobile: string;
  password: string;
  firstName: string;
  lastName: string;
}

/** What the sign-in screen reads of a sign-in's reply. */
interface SignedIn {
  access_token: string;
  status: number;
  permissions: { name: string }[];
}

interface Fixtures {
  /** A sentence of a screen in the test's language. */
  say: (noun: string, key: string, params?: Record<string, string | number>) => string;
  /** Waits for the newest message to an address. @param count how many there are then, one if not said */
  outbox: (to: string, count?: number) => Promise<OutboxMessage>;
  /** Returns a person with unused addresses. */
  newPerson: () => Person;
  /** Creates a merchant in test mode over HTTP, as the sign-up screen would. */
  newMerchant: (businessName?: string) => Promise<Person>;
  /** Signs in over HTTP and keeps the session's cookies, as the sign-in screen would; opens no page. */
  signIn: (page: Page, person: Person) => Promise<void>;
  /** Runs `npm run ops`, as the provider's staff would. @returns its output. */
  ops: (...words: string[]) => Promise<string>;
  /**
   * Checks that axe finds nothing, that language and direction are right, that nothing scrolls sideways, and on a phone that
   * enough of a list is seen.
   */
  lookAt: (page: Page) => Promise<void>;
}

/** What says that a screen is drawn, and in which language. */
const stateOf = (page: Page) =>
  page.evaluate(() => ({
    lang: document.documentElement.lang,
    dir: document.documentElement.dir,
    headings: [...document.querySelectorAll('h1')].filter((each) => each.checkVisibility()).length,
    busy: document.querySelectorAll('main[aria-busy="true"]').length,
  }));

export const test = base.extend<JourneyOptions & Fixtures>({
  language: ['en', { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs.
  baseURL: async ({}, use) => use(process.env.DAFTAR_JOURNEYS_URL),
  page: async ({ page, language }, use) => {
    // The language that a returning user chose; newcomers get their browser's.
    await page.addInitScript((locale) => {
      // A sandboxed frame, as the preview of a brand is, has no storage.
      if (window !== window.top) return;
      if (!localStorage.getItem('locale')) localStorage.setItem('locale', locale);
    }, language);
    const broken: string[] = [];
    page.on('pageerror', (error) => broken.push(String(error)));
    page.on('console', (line) => {
      if (line.type() === 'error' && /Content Security Policy|Uncaught/.test(line.text()))
        broken.push(line.text());
    });
    page.on('response', (response) => {
      if (response.status() >= 500) broken.push(`${response.status()} ${response.url()}`);
    });
    await use(page);
    expect(broken, 'nothing broke while walking').toEqual([]);
  },
  say: async ({ language }, use) => use((noun, key, params) => sentence(language, noun, key, params)),
  outbox: async ({ request }, use) => {
    await use(async (to, count = 1) => {
      let found: OutboxMessage | undefined;
      await expect
        .poll(async () => {
          const reply = await request.get('/dev/outbox', {
            params: { to },
            headers: { accept: 'application/json' },
          });
          const sent = (await reply.json()) as OutboxMessage[];
          [found] = sent;
          return sent.length;
        })
        .toBeGreaterThanOrEqual(count);
      if (!found) throw new Error(`No message to ${to}`);
      return found;
    });
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  newPerson: async ({}, use, info) => {
    await use(() => {
      const unique = String(randomInt(100_000_000)).padStart(8, '0');
      const arabic = info.project.name.startsWith('ar');
      return {
        email: `owner${unique}@example.com`,
        mobile: `010${unique}`,
        password: 'Str0ng&Pass',
        firstName: arabic ? 'منى' : 'Mona',
        lastName: arabic ? 'عادل' : 'Adel',
      };
    });
  },
  newMerchant: async ({ request, newPerson, outbox, language }, use) => {
    await use(async (businessName = language === 'ar' ? 'متجر النور' : 'Nour Store') => {
      const person = newPerson();
      const headers = { 'accept-language': language === 'ar' ? 'ar-EG' : 'en-US' };
      const registered = await request.post('/api/merchant/register', {
        headers,
        data: {
          firstName: person.firstName,
          lastName: person.lastName,
          email: person.email,
          mobileNumber: person.mobile,
          businessName,
          tAndC: true,
        },
      });
      expect(registered.status()).toBe(200);
      const link = new URL((await outbox(person.email)).links[0] ?? '');
      const created = await request.post('/api/merchant/password/create', {
        data: {
          email: person.email,
          token: link.searchParams.get('token'),
          password: person.password,
          password_confirmation: person.password,
        },
      });
      expect(created.status()).toBe(200);
      return person;
    });
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  signIn: async ({}, use) => {
    await use(async (page, { email, password }) => {
      const reply = await page.request.post('/api/merchant/login', { data: { email, password } });
      expect(reply.status()).toBe(200);
      const { access_token: token, permissions, status } = (await reply.json()).data as SignedIn;
      const cookies = {
        token,
        permissions: permissions.map(({ name }) => name).join(','),
        ...(status === MERCHANT_STATUS.live && { 'is-live': 'true' }),
      };
      const { origin: url } = new URL(reply.url());
      await page
        .context()
        .addCookies(
          Object.entries(cookies).map(([name, value]) => ({ name, value, url, sameSite: 'Strict' as const })),
        );
    });
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  ops: async ({}, use) => use(runOps),
  lookAt: async ({ language, isMobile }, use) => {
    await use(async (page) => {
      const drawn = { lang: language, dir: language === 'ar' ? 'rtl' : 'ltr', headings: 1, busy: 0 };
      // In one question: each takes the browser a hundredth of a second.
      await expect(async () => expect(await stateOf(page)).toEqual(drawn)).toPass({ timeout: 20_000 });
      expect(await atRest(page), `nothing scrolls sideways at ${page.url()}`).toBeLessThanOrEqual(0);
      if (isMobile) await expectCards(page, true);
      let found = await violationsOf(page);
      // A toast may have started to fade during the check; what is wrong at rest is found again.
      if (found.length > 0) {
        await atRest(page);
        found = await violationsOf(page);
      }
      expect(found, 'axe finds nothing').toEqual([]);
      if (isMobile)
        expect.soft(await smallTargetsOf(page), `targets on a phone at ${page.url()}`).toEqual([]);
    });
  },
});

/** A field by its complete label, with or without the mark of required fields. */
export const labelOf = (label: string) =>
  new RegExp(`^\\s*${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}[\\s*]*$`);

export { expect };
