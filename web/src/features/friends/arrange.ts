type Named = { id: number; username: string };

/** Friends whose name has `search` in it, by name; those online apart from the others. */
export function arranged<T extends Named>(
  friends: readonly T[],
  online: ReadonlySet<number>,
  search: string,
): { online: T[]; offline: T[] } {
  const wanted = search.trim().toLowerCase();
  const found = friends
    .filter(({ username }) => username.toLowerCase().includes(wanted))
    .sort((one, other) => (one.username.toLowerCase() < other.username.toLowerCase() ? -1 : 1));
  return {
    online: found.filter(({ id }) => online.has(id)),
    offline: found.filter(({ id }) => !online.has(id)),
  };
}
