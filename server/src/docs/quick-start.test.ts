/** The quick start, followed by somebody who copies each command of the built page into a shell. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startTestServer } from '../../tests/kit/server.ts';
import { keysOf } from '../api-keys/testing.ts';
import { payForDemo } from '../checkout/seed.ts';
import { freePort } from '../platform/db/cluster.ts';
import { FakeClock } from '../platform/time/clock.ts';

const plain = (html: string) =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

/** The commands of a section, as they stand on the page. */
function commandsOf(page: string, section: string): string[] {
  const from = page.indexOf(`id="${section}"`);
  const part = page.slice(from, page.indexOf('<h2', from + 1));
  const blocks = [...part.matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, code]) =>
    plain(code!),
  );
  return blocks.filter((block) => block.startsWith('curl '));
}

const PROGRAMS = { curl: 'sh', typescript: process.execPath, python: 'python3', php: 'php' } as const;

/** The programs of a call in the reference, with what runs each. */
function programsOf(page: string, call: string): { program: string; code: string }[] {
  const section = page.slice(page.indexOf(`id="${call}"`));
  return Object.entries(PROGRAMS).map(([language, program]) => {
    const found = new RegExp(`<pre class="in-${language}"[^>]*><code>([\\s\\S]*?)</code>`).exec(section);
    return { program, code: plain(found?.[1] ?? '') };
  });
}

/** Runs a program and finds the link's path in what it prints. */
async function told({ program, code }: { program: string; code: string }, key: string): Promise<string> {
  const env = { ...process.env, DAFTAR_SECRET_KEY: key };
  const args =
    program === process.execPath ? ['--input-type=module', '-'] : program === 'python3' ? ['-'] : [];
  const running = promisify(execFile)(program, args, { env });
  running.child.stdin?.end(code);
  const { stdout } = await running;
  return /\/pay\/[\w-]+/.exec(stdout.replaceAll('\\/', '/'))?.[0] ?? stdout;
}

test.each(['en', 'ar'])('the commands of the guide create, pay and find a link (%s)', async (lang) => {
  const port = await freePort();
  const daftar = await startTestServer({ publicUrl: `http://127.0.0.1:${port}` });
  try {
    await daftar.server.listen({ port, host: '127.0.0.1' });
    const owner = await daftar.merchant({ status: 0 });
    const key = await keysOf(() => daftar).roll(owner, 'test');
    const { raw } = await daftar.call({ path: `/docs?lang=${lang}` });
    const [create, find] = commandsOf(raw, 'quick-start');
    const run = async (command: string) => {
      const env = { ...process.env, DAFTAR_SECRET_KEY: key };
      const { stdout } = await promisify(execFile)('sh', ['-c', command.replace('curl ', 'curl -s ')], {
        env,
      });
      return JSON.parse(stdout);
    };
    const made = await run(create!);
    expect(made).toMatchObject({ statusCode: 200, data: { link: expect.stringContaining('/pay/') } });
    // Copied twice, it is still one link.
    expect(await run(create!)).toEqual(made);

    // The reference has the call in each language, with one number: they all make and then find one link.
    const reference = (await daftar.call({ path: `/docs/reference/payment-links?lang=${lang}` })).raw;
    const addresses = await Promise.all(
      programsOf(reference, 'paymentLinksCreate').map((each) => told(each, key)),
    );
    expect(new Set(addresses).size).toBe(1);
    expect(addresses[0]).toMatch(/^\/pay\//);

    const clock = new FakeClock(daftar.clock.now());
    const app = { ...daftar.app, clock };
    await payForDemo(app, clock, String(made.data.link).split('/').at(-1) ?? '', {
      method: 1,
      ending: 'pays',
      payer: { name: 'Sara', email: 'sara@example.com', mobile: '01112345678', address: '' },
      cardNumber: '4242424242424242',
      waitMinutes: 0,
    });
    const found = await run(find!);
    expect(found.data).toHaveLength(1);
    expect(found.data[0]).toMatchObject({ status: 1 });
  } finally {
    await daftar.close();
  }
});
