import { foldText } from '@rivalhold/shared/fold-text.ts';

type Named = { id: number; username: string };

/** Friends whose name has `search` in it, by name; those online apart from the others. */
export function splitByPresence<T extends Named>(
  friends: readonly T[],
  online: ReadonlySet<number>,
  search: string,
): { online: T[]; offline: T[] } {
  const query = foldText(search).trim().replace(/^@/, '');
  const matches = friends
    .filter(({ username }) => foldText(username).includes(query))
    .sort((one, other) => (one.username.toLowerCase() < other.username.toLowerCase() ? -1 : 1));
  return {
    online: matches.filter(({ id }) => online.has(id)),
    offline: matches.filter(({ id }) => !online.has(id)),
  };
}
