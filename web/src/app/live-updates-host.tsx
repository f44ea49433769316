import { isStaff } from '@rivalhold/shared/roles.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { onPreloadChallenge, showChallenge, useChallenge } from '../entities/players/challenge.ts';
import { onPreloadQuickView, showQuickView, useQuickView } from '../entities/players/quick-view.ts';
import { sessionQuery, useSession } from '../entities/session/api.ts';
import { onPlayerChange } from '../entities/session/player-change.ts';
import { useFeedEvents } from '../features/feed/realtime.ts';
import { friendshipsQuery } from '../features/friends/api.ts';
import { patchCachedPlayer } from '../features/profiles/cached-players.ts';
import { usePoolEvents } from '../features/ranked/realtime.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { patchQueries } from '../lib/query-client.ts';
import { useSocketEvent } from '../lib/socket.ts';
import { ConfirmHost } from '../ui/confirm.tsx';
import { LazyMount } from '../ui/lazy-mount.tsx';
import { toast } from '../ui/toast.ts';

const ChallengeSheet = lazyComponent(
  () => import('../features/combat/components/challenge-sheet.tsx'),
  'ChallengeSheet',
);
onPreloadChallenge(ChallengeSheet.preload);
const StepUpHost = lazyComponent(
  () => import('../features/second-factors/components/step-up-host.tsx'),
  'StepUpHost',
);
const QuickView = lazyComponent(() => import('./quick-view.tsx'), 'QuickView');
onPreloadQuickView(QuickView.preload);
const PoolHost = lazyComponent(() => import('../features/ranked/components/pool-host.tsx'), 'PoolHost');

/** Update a player's status message in the cached data when the player changes it. */
function useProfileEvents(): void {
  const client = useQueryClient();
  useSocketEvent('user:status', ({ userId, statusMessage }) => {
    patchCachedPlayer(client, userId, { statusMessage });
    client.setQueryData(sessionQuery.queryKey, (me) => (me?.id === userId ? { ...me, statusMessage } : me));
    patchQueries(client, friendshipsQuery.queryKey, (friends) =>
      friends.map((friend) => (friend.id === userId ? { ...friend, statusMessage } : friend)),
    );
  });
}

/**
 * On every player page, keep status messages, the feed and the player's state in the pool for ranked fights up to date.
 * After a logout, remove the player's toasts. Also render windows that can open over any of these pages, such as the
 * quick view.
 */
export function LiveUpdatesHost({ meId }: { meId: number }) {
  useProfileEvents();
  useFeedEvents();
  useEffect(() => onPlayerChange(() => toast.dismiss()), []);
  const me = useSession();
  const isPoolNeeded = usePoolEvents(meId);
  const player = useQuickView();
  const opponent = useChallenge();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the path changes, both windows are closed
  useEffect(
    () => () => {
      showQuickView(null);
      showChallenge(null);
    },
    [pathname],
  );
  return (
    <>
      <LazyMount open={player !== null}>
        <QuickView open={player} />
      </LazyMount>
      <LazyMount open={opponent !== null}>
        <ChallengeSheet open={opponent} />
      </LazyMount>
      <LazyMount open={isPoolNeeded}>
        <PoolHost />
      </LazyMount>
      <ConfirmHost />
      {me && isStaff(me) && (
        <Suspense>
          <StepUpHost />
        </Suspense>
      )}
    </>
  );
}
