/**
 * The path of an address as the router reads it: `/%70ay` is `/pay`. What the router cannot read is left as it is; it
 * reaches no route.
 */
export function pathOf(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  if (!path.includes('%')) return path;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
