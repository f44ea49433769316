import type { FightSummary } from '@rivalhold/shared/contract/combat.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { onPreloadQuickView, showQuickView, useQuickView } from '../entities/players/quick-view.ts';
import { sessionQuery } from '../entities/session/api.ts';
import { useFeedEvents } from '../features/feed/realtime.ts';
import { friendshipsQuery } from '../features/friends/api.ts';
import { patchCachedPlayer } from '../features/profiles/cached-players.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { useSocketEvent } from '../lib/socket.ts';
import { LazyMount } from '../ui/lazy-mount.tsx';

const QuickView = lazyComponent(() => import('./quick-view.tsx'), 'QuickView');
const ChallengeDialog = lazyComponent(
  () => import('../features/combat/components/challenge-dialog.tsx'),
  'ChallengeDialog',
);
onPreloadQuickView(QuickView.preload);

/** Update cached players when one of them changes their status message. */
function useProfileEvents(): void {
  const client = useQueryClient();
  useSocketEvent('user:status', ({ userId, statusMessage }) => {
    patchCachedPlayer(client, userId, { statusMessage });
    client.setQueryData(sessionQuery.queryKey, (me) => (me?.id === userId ? { ...me, statusMessage } : me));
    client.setQueryData(friendshipsQuery.queryKey, (friends) =>
      friends?.map((friend) => (friend.id === userId ? { ...friend, statusMessage } : friend)),
    );
  });
}

/** Return the live challenge that waits for the player, and functions to answer it. */
function useChallenge() {
  const [challenge, setChallenge] = useState<FightSummary | null>(null);
  const navigate = useNavigate();
  const client = useQueryClient();
  useSocketEvent('fightRequested', (event) => {
    const meId = client.getQueryData(sessionQuery.queryKey)?.id;
    if (event.combat.isAsked && event.defender.id === meId) setChallenge(event);
  });
  useSocketEvent('combatStateUpdate', ({ combat }) => {
    if (!combat.isAsked) setChallenge((current) => (current?.combat.id === combat.id ? null : current));
  });
  const close = useCallback(() => setChallenge(null), []);
  const accept = () => {
    close();
    if (challenge) void navigate({ to: '/fight/$userId', params: { userId: String(challenge.attacker.id) } });
  };
  return { challenge, accept, close };
}

/** Keep profiles and the feed live behind every player page, and host the quick view and live challenges. */
export function LiveUpdatesHost() {
  useProfileEvents();
  useFeedEvents();
  const player = useQuickView();
  const { challenge, accept, close } = useChallenge();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: going to another page closes the quick view
  useEffect(() => () => showQuickView(null), [pathname]);
  return (
    <>
      <LazyMount open={player !== null}>
        <QuickView open={player} />
      </LazyMount>
      <LazyMount open={challenge !== null}>
        <ChallengeDialog challenge={challenge} onAccept={accept} onClose={close} />
      </LazyMount>
    </>
  );
}
