/** Test helpers that call the API with keys. */
import { expect } from 'vitest';
import { PASSWORD, withPassword } from './profile.ts';
import type { Actor, TestServer } from './server.ts';

export const KEYS = '/merchant/AccountSettings/KeysInfo';

/** An actor who calls with a key. */
export const by = (actor: Actor, key: string): Actor => ({
  ...actor,
  token: key,
  headers: { authorization: `Bearer ${key}` },
});

/** Creates keys and returns each as it is shown once. */
export function keysOf(daftar: () => TestServer) {
  async function proven(actor: Actor, body: object) {
    await withPassword(daftar(), actor);
    return { ...body, current_password: PASSWORD };
  }

  async function roll(
    actor: Actor,
    mode: 'live' | 'test',
    body: object = { key: 'secret' },
  ): Promise<string> {
    const path = `${KEYS}/roll`;
    const answer = await daftar().call({
      method: 'POST',
      path,
      mode,
      as: actor,
      body: await proven(actor, body),
    });
    expect(answer.status, answer.raw).toBe(200);
    return answer.body.data.key;
  }

  async function create(actor: Actor, permissions: string[], mode: 'live' | 'test' = 'test') {
    const body = await proven(actor, { name: 'Till', permissions });
    const answer = await daftar().call({ method: 'POST', path: `${KEYS}/keys`, mode, as: actor, body });
    expect(answer.status, answer.raw).toBe(200);
    return answer.body.data as { id: number; key: string; shown: string };
  }
  return { roll, create, proven };
}
