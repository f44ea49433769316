import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useBlockEvents } from '../entities/blocks/api.ts';
import { usePresence } from '../entities/presence/realtime.ts';
import { friendshipsQuery, incomingQuery, outgoingQuery } from '../features/friends/api.ts';
import { useInventoryEvents } from '../features/inventory/realtime.ts';
import { useAccountStatus } from '../features/moderation/realtime.ts';
import { useNotifications } from '../features/notifications/realtime.ts';
import { useQuestEvents } from '../features/quests/realtime.ts';
import { freezeUploads } from '../lib/freeze-uploads.ts';
import { preloadPopoverWindow } from '../ui/popover.tsx';

/** What a device keeps of the site can wait until the page is there, and so can what opens over it. */
const START_DELAY_MS = 4_000;

/**
 * What every signed-in player begins with, all of it at once and on every page, and kept live from then on: friends
 * with requests, who is online, how many notifications are unread, and what one may do. Unread messages come with
 * their button.
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
  useEffect(freezeUploads, []);

  const { history } = useRouter();
  useEffect(() => {
    // Without a connection the next page tries again.
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
