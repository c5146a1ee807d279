import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import axeCore from 'axe-core';
import { expect, test as journey } from '../../support/journey.ts';
import { startFirefox } from './firefox.ts';
import { asArgument, type Session } from './session.ts';
import { startWebkit } from './webkit.ts';

const PHONE_WIDTH = 375;
const SHOTS = fileURLToPath(new URL('../../../test-results/browsers/', import.meta.url));

/** What somebody does with a browser. What is not there yet is waited for. */
export interface Visit {
  /** Opens an address of the product. */
  open(path: string): Promise<void>;
  /** Replaces what a field contains, found by its label. */
  fill(label: string, text: string): Promise<void>;
  /** Presses a button, a link, or the label of a choice, by its text. */
  press(name: string): Promise<void>;
  /** Presses the button that sends a form. */
  submit(form: string): Promise<void>;
  /** Waits until the page shows an alert with a text. */
  alert(): Promise<void>;
  /** Waits until the page shows a text. */
  sees(text: string): Promise<void>;
  /** Waits for the only heading of the first level to be this. */
  heading(text: string): Promise<void>;
  /** The address of the page. */
  address(): Promise<URL>;
  /** Forgets who is signed in. */
  forget(): Promise<void>;
  /** Keeps a screenshot; axe finds nothing, language and direction are right, and nothing scrolls sideways. */
  lookAt(name: string): Promise<void>;
}

/** Finds a field by its label, with or without the mark of a required one. */
const FIELD = `
  const plain = (text) => text.replace(/[\\s*]+/g, ' ').trim();
  return [...document.querySelectorAll('input, textarea, select')].find((field) =>
    [...(field.labels ?? [])].some((label) => plain(label.textContent) === plain(arguments[0])) ||
    field.getAttribute('aria-label') === arguments[0]) ?? null;`;

/** Finds what can be pressed by its text or its label. */
const PRESSED = `
  const plain = (text) => text.replace(/\\s+/g, ' ').trim();
  const called = (element) => plain(element.getAttribute('aria-label') ?? element.textContent);
  const all = [...document.querySelectorAll('button, a[href], label')].filter(
    (element) => element.getClientRects().length > 0 && !element.disabled);
  return all.find((element) => called(element) === plain(arguments[0])) ??
    all.find((element) => element.matches('label') && called(element).startsWith(plain(arguments[0]))) ?? null;`;

const AXE = `
  window.found = undefined;
  axe.run(document, { resultTypes: ['violations'], iframes: false }).then(
    ({ violations }) => { window.found = violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')); },
    (error) => { window.found = [String(error)]; });`;

/** Each screenshot is of its browser and language. */
function visitOf(session: Session, base: string, project: string, language: string): Visit {
  const text = () => session.run<string>('return document.body ? document.body.innerText : ""');
  const found = async (script: string, name: string): Promise<string> => {
    let element: string | null = null;
    await expect
      .poll(
        async () => {
          element = await session.run<string | null>(script, [name]).catch(() => null);
          return element !== null;
        },
        { message: name },
      )
      .toBe(true);
    return element ?? '';
  };
  return {
    open: (path) => session.open(new URL(path, base).href),
    fill: async (label, value) => {
      const field = await found(FIELD, label);
      await session.run('document.activeElement?.blur?.()');
      await session.run(
        `const field = arguments[0]; field.scrollIntoView({ block: 'center' }); field.select?.()`,
        [asArgument(field)],
      );
      await session.type(field, value);
    },
    press: async (name) => {
      await expect(async () => session.click(await found(PRESSED, name))).toPass({ timeout: 10_000 });
    },
    submit: async (form) => {
      const button = `return document.querySelector(arguments[0] + ' button[type=submit]')`;
      await session.click(await found(button, form));
    },
    alert: async () => {
      const texts = `return [...document.querySelectorAll('[role=alert]')].some((each) => each.textContent.trim() !== '')`;
      await expect.poll(() => session.run(texts)).toBe(true);
    },
    sees: async (wanted) => void (await expect.poll(text).toContain(wanted)),
    heading: async (wanted) => {
      const all = `return [...document.querySelectorAll('h1')].map((each) => each.textContent.trim())`;
      await expect.poll(() => session.run(all).catch(() => [])).toEqual([wanted]);
    },
    address: async () => new URL(await session.run<string>('return location.href')),
    forget: () => session.forget(),
    lookAt: async (name) => {
      const html = `const { lang, dir, scrollWidth } = document.documentElement; return [lang, dir, innerWidth, Math.max(0, scrollWidth - innerWidth)]`;
      expect(await session.run(html), name).toEqual([
        language,
        language === 'ar' ? 'rtl' : 'ltr',
        PHONE_WIDTH,
        0,
      ]);
      mkdirSync(SHOTS, { recursive: true });
      writeFileSync(`${SHOTS}${project}-${name}.png`, await session.screenshot());
      if (!(await session.run('return "axe" in window')))
        await session.run(`${axeCore.source}\nwindow.axe = axe;`);
      await session.run(AXE);
      let violations: unknown;
      await expect
        .poll(async () => {
          violations = await session.run('return window.found ?? null');
          return violations !== null;
        })
        .toBe(true);
      expect(violations, `axe finds nothing on ${name}`).toEqual([]);
    },
  };
}

interface WorkerFixtures {
  session: Session;
}

export const test = journey.extend<{ visit: Visit }, WorkerFixtures>({
  session: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs.
    async ({}, use, info) => {
      const session = await (info.project.name.endsWith('webkit') ? startWebkit() : startFirefox());
      await use(session);
      await session.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  visit: async ({ session, language, baseURL }, use, info) => {
    if (!baseURL) throw new Error('No address to visit');
    await session.open(new URL('/404', baseURL).href);
    await session.forget();
    // The language a returning visitor chose.
    await session.run(`localStorage.clear(); localStorage.setItem('locale', arguments[0])`, [language]);
    await use(visitOf(session, baseURL, info.project.name, language));
  },
});

export { expect };
