import { useQuery } from '@tanstack/react-query';
import { useBlockEvents } from '../features/blocks/api.ts';
import { friendshipsQuery, incomingQuery, outgoingQuery } from '../features/friends/api.ts';
import { useInventoryEvents } from '../features/inventory/realtime.ts';
import { useStanding } from '../features/moderation/realtime.ts';
import { useNotifications } from '../features/notifications/realtime.ts';
import { usePresence } from '../features/presence/realtime.ts';

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
  useStanding();
}
