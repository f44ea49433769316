import { useQuery } from '@tanstack/react-query';
import { openFightsQuery } from '../features/combat/index.ts';
import { unreadQuery } from '../features/dms/api.ts';
import { incomingQuery } from '../features/friends/api.ts';
import type { Place } from './menu.ts';

/** Return the number of new things in some places, from lists that every page loads. */
export function useNewCount(): (places: readonly Place[]) => number {
  const fights = useQuery(openFightsQuery).data?.filter(({ unseen }) => unseen).length ?? 0;
  const messages = useQuery(unreadQuery).data ?? 0;
  const requests = useQuery(incomingQuery).data?.length ?? 0;
  const counts: Partial<Record<Place, number>> = { fight: fights, messages, friends: requests };
  return (places) => places.reduce((sum, place) => sum + (counts[place] ?? 0), 0);
}
