import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { friendshipsQuery, incomingQuery, outgoingQuery } from '../../friends/api.ts';
import { loadQuickView, showQuickView, useQuickView } from '../quick-view.ts';
import { useProfileEvents } from '../realtime.ts';

const QuickView = lazy(async () => ({ default: (await loadQuickView()).QuickView }));

/** Friends and requests are one of the loads every signed-in player begins with. */
function useFriendLists() {
  useQuery(friendshipsQuery);
  useQuery(incomingQuery);
  useQuery(outgoingQuery);
}

/** What stands behind every page of a player: live profiles, their friends, and the quick view of whom they choose. */
export function PeopleHost() {
  useProfileEvents();
  useFriendLists();
  const player = useQuickView();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever goes to another page has left it
  useEffect(() => () => showQuickView(null), [pathname]);
  const wanted = useRef(false);
  wanted.current ||= player !== null;
  if (!wanted.current) return null;
  return (
    <Suspense>
      <QuickView open={player} />
    </Suspense>
  );
}
