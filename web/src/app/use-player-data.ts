import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useBlockEvents } from '../entities/blocks/api.ts';
import { usePresence } from '../entities/presence/realtime.ts';
import { friendshipsQuery, incomingQuery, outgoingQuery } from '../features/friends/api.ts';
import { useGoalEvents } from '../features/goals/realtime.ts';
import { useInventoryEvents } from '../features/inventory/realtime.ts';
import { useAccountStatus } from '../features/moderation/realtime.ts';
import { useNotifications } from '../features/notifications/realtime.ts';
import { useQuestEvents } from '../features/quests/realtime.ts';
import { freezeUploads } from '../lib/freeze-uploads.ts';
import { preloadPopoverWindow } from '../ui/popover.tsx';

/** Delay before device features and overlays are loaded, so that the page loads first. */
const START_DELAY_MS = 4_000;

/**
 * Load the data that every page of a signed-in player needs, and keep it live: friends and requests, online players,
 * and the counts of unread notifications. Also keep permissions, blocks, items, quests and goals live. The count of
 * unread messages is not included, because the messages button loads it.
 */
export function usePlayerData(meId: number): void {
  useQuery(friendshipsQuery);
  useQuery(incomingQuery);
  useQuery(outgoingQuery);
  usePresence();
  useNotifications();
  useBlockEvents();
  useInventoryEvents(meId);
  useAccountStatus();
  useQuestEvents();
  useGoalEvents();
  useEffect(freezeUploads, []);

  const { history } = useRouter();
  useEffect(() => {
    // Ignore a failed import of the module, because the next page load tries again.
    const start = () => {
      preloadPopoverWindow();
      void import('./pwa.ts').then(
        ({ setUpPwa }) => setUpPwa(history.push),
        () => {},
      );
    };
    const timer = setTimeout(start, START_DELAY_MS);
    return () => clearTimeout(timer);
  }, [history]);
}
