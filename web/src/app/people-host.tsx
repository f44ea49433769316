import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { lazily } from '../lib/lazily.ts';
import { OnceOpen } from '../ui/once-open.tsx';
import { useFeedEvents } from '../features/feed/realtime.ts';
import { loadQuickView, showQuickView, useQuickView } from '../entities/players/quick-view.ts';
import { useProfileEvents } from '../features/profiles/realtime.ts';

const QuickView = lazily(loadQuickView, 'QuickView');

/** What stands behind every page of a player: live profiles, a live feed, and the quick view of whom they choose. */
export function PeopleHost() {
  useProfileEvents();
  useFeedEvents();
  const player = useQuickView();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever goes to another page has left it
  useEffect(() => () => showQuickView(null), [pathname]);
  return (
    <OnceOpen open={player !== null}>
      <QuickView open={player} />
    </OnceOpen>
  );
}
