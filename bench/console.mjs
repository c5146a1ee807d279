// The command line and the console of a product.
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { root } from './support.mjs';

/** What operators do on a product, which opens the database by its folder. */
export function consoleOf(product) {
  /** Runs `npm run ops -- …` on the product. @returns its output, seconds, and the most memory in MiB */
  async function ops(...words) {
    const env = { ...process.env, DAFTAR_DATA_DIR: product.dataDir, DAFTAR_PUBLIC_URL: product.url };
    const began = performance.now();
    const child = spawn(process.execPath, ['server/dist/ops.js', ...words], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
    });
    let megabytes = 0;
    const watch = setInterval(() => {
      try {
        const [, kilobytes] =
          /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
        if (kilobytes) megabytes = Math.max(megabytes, Math.round(Number(kilobytes) / 1024));
      } catch {
        // It has ended.
      }
    }, 100);
    const [code] = await once(child, 'close');
    clearInterval(watch);
    if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`);
    return { said, seconds: (performance.now() - began) / 1000, megabytes };
  }

  /** Signs in as a new operator of a role. @returns the cookie */
  async function signIn(role) {
    // Scripts that share a product are separate processes with separate operators.
    const email = `${role}${process.pid}@operators.example`;
    const { said } = await ops('add', email, role);
    const secret = /authenticator\s+([A-Z2-7]+)/.exec(said)[1];
    const bits = [...secret]
      .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
      .join('');
    const key = Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)));
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
    const hash = createHmac('sha1', key).update(counter).digest();
    const code = String((hash.readUInt32BE(hash[19] & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0');
    const reply = await fetch(`${product.url}/api/ops/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: product.url },
      body: JSON.stringify({
        email,
        password: /password\s+(\S+)/.exec(said)[1],
        code,
      }),
    });
    if (!reply.ok) throw new Error(await reply.text());
    return reply.headers.get('set-cookie').split(';')[0];
  }
  return { ops, signIn };
}
