import type { Actor, Call, TestServer } from '../testing/server.ts';

/** Calls of account settings in test mode; asked of the present owner at each call. */
export function settingsOf(present: () => { daftar: TestServer; owner: Actor }) {
  const call = (name: string, more: Partial<Call> = {}) => {
    const { daftar, owner } = present();
    return daftar.call({ path: `/merchant/AccountSettings/${name}`, mode: 'test', as: owner, ...more });
  };
  const post = (name: string, body: object, more: Partial<Call> = {}) =>
    call(name, { method: 'POST', body, ...more });
  return { call, post };
}
