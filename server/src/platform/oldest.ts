/** Drops the entries inserted first until at most `most` are left: maps and sets keep the order of insertion. */
export function dropOldest<K>(kept: Map<K, unknown> | Set<K>, most: number): void {
  for (const oldest of kept.keys()) {
    if (kept.size <= most) break;
    kept.delete(oldest);
  }
}
