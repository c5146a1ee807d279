/**
 * Splits a database URL into one for each of its hosts:
 * `postgres://user@a:5432,b/daftar?target_session_attrs=read-write`, like libpq. A URL with one host is returned
 * unchanged. `target_session_attrs`, which only concerns the choice of a host, is removed.
 */
export function addressesOf(url: string): string[] {
  const from = url.indexOf('://') + '://'.length;
  const length = url.slice(from).search(/[/?#]|$/);
  const authority = url.slice(from, from + length);
  const at = authority.lastIndexOf('@') + 1;
  const before = url.slice(0, from + at);
  const after = url.slice(from + length);
  const hosts = authority.slice(at).split(',');
  if (hosts.length < 2) return [url];
  const rest = after.replace(/([?&])target_session_attrs=[^&#]*&?/, '$1').replace(/[?&]$/, '');
  return hosts.map((host) => `${before}${host}${rest}`);
}
