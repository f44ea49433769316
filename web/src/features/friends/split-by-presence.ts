import { foldText } from '@rivalhold/shared/fold-text.ts';

type Named = { id: number; username: string };

/** Return the friends whose name contains `search`, sorted by name and split into online and offline. */
export function splitByPresence<T extends Named>(
  friends: readonly T[],
  online: ReadonlySet<number>,
  search: string,
): { online: T[]; offline: T[] } {
  const query = foldText(search).trim().replace(/^@/, '');
  const matches = friends
    .filter(({ username }) => username.toLowerCase().includes(query))
    .sort((a, b) => (a.username.toLowerCase() < b.username.toLowerCase() ? -1 : 1));
  return {
    online: matches.filter(({ id }) => online.has(id)),
    offline: matches.filter(({ id }) => !online.has(id)),
  };
}
