import type { Query } from '@tanstack/react-query';
import { sessionNow, sessionQuery } from '../entities/session/api.ts';
import { onPlayerChange } from '../entities/session/player-change.ts';
import { queryClient } from '../lib/query-client.ts';

/** Nothing that one player was shown is left for the next; what stands on the screen is asked for again. */
export function forgetPlayer(): void {
  const others = (query: Query) => query.queryKey[0] !== sessionQuery.queryKey[0];
  queryClient.removeQueries({ type: 'inactive', predicate: others });
  // But for what must never be asked a second time, such as the call that begins a fight.
  void queryClient.resetQueries({
    type: 'active',
    predicate: (query) => others(query) && !query.isStatic(),
  });
}

/**
 * Forgets what a player was shown the moment the session turns out to be another's, as after a sign-in in another tab:
 * the cache tells its listeners before anything is drawn. Returns how to stop.
 */
export function forgetOnChange(): () => void {
  let shownTo = sessionNow()?.id;
  return onPlayerChange((now) => {
    if (now === null) return;
    const isAnother = shownTo !== undefined && shownTo !== now;
    shownTo = now;
    if (isAnother) forgetPlayer();
  });
}
