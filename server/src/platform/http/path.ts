/**
 * Returns the path of an address as the router decodes it: `/%70ay` is `/pay`. A path that the router cannot decode is
 * returned unchanged; it reaches no route.
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
