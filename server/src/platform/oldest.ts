/** Drops what was put in first until at most so many are left: a map and a set remember the order. */
export function dropOldest<K>(kept: Map<K, unknown> | Set<K>, most: number): void {
  for (const oldest of kept.keys()) {
    if (kept.size <= most) break;
    kept.delete(oldest);
  }
}
