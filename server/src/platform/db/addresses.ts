/**
 * Splits a database URL into one for each of its hosts: `postgres://user@a:5432,b/daftar?target_session_attrs=read-write`
 * as libpq reads it. A URL of one host is returned as it is. Without `target_session_attrs`, which is about the choice.
 */
export function addressesOf(url: string): string[] {
  const parts = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url);
  if (!parts) return [url];
  const [, before, authority, after] = parts as unknown as [string, string, string, string];
  const hosts = authority.split(',');
  if (hosts.length < 2) return [url];
  const rest = after.replace(/([?&])target_session_attrs=[^&#]*&?/, '$1').replace(/[?&]$/, '');
  return hosts.map((host) => `${before}${host}${rest}`);
}
