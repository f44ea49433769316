import { useQuery } from '@tanstack/react-query';
import { openFightsQuery } from '../combat/index.ts';
import { unreadQuery } from '../dms/index.ts';
import { incomingQuery } from '../friends/index.ts';

/**
 * Return a function that counts the new items behind navigation entries. Only the entries 'fight', 'messages' and
 * 'friends' can have new items.
 */
export function useNewCount(): (sections: readonly string[]) => number {
  const fights = useQuery(openFightsQuery).data?.filter(({ unseen }) => unseen).length ?? 0;
  const messages = useQuery(unreadQuery).data ?? 0;
  const requests = useQuery(incomingQuery).data?.length ?? 0;
  const counts = new Map([
    ['fight', fights],
    ['messages', messages],
    ['friends', requests],
  ]);
  return (sections) => sections.reduce((sum, section) => sum + (counts.get(section) ?? 0), 0);
}
