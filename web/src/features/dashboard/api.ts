import type { Profile } from '@rivalhold/shared/contract/profiles.ts';
import { queryClient } from '../../lib/query-client.ts';
import { sessionQuery } from '../accounts/api.ts';
import { activityQuery } from '../activity/api.ts';
import { clipsQuery } from '../clips/api.ts';
import { openFightsQuery } from '../combat/api.ts';
import { feedQuery } from '../feed/api.ts';
import { friendshipsQuery, incomingQuery } from '../friends/api.ts';
import { countsQuery, notificationsQuery } from '../notifications/api.ts';
import { leaderboardQuery, profileQuery, profilesQuery } from '../profiles/api.ts';

/** After so long what is there is shown, and the rest follows. */
const PATIENCE_MS = 600;

/** Whoever has never won is shown the way to a first fight. */
export const isNewcomer = (profile: Profile): boolean => profile.level === 1 && profile.wins === 0;

async function loadCard(userId: number): Promise<void> {
  const profile = await queryClient.ensureQueryData(profileQuery(userId));
  if (isNewcomer(profile)) await queryClient.ensureInfiniteQueryData(profilesQuery);
}

/** What the dashboard shows at first, so that it comes in one piece and nothing on it moves. Never throws. */
export async function loadDashboard(): Promise<void> {
  const me = queryClient.getQueryData(sessionQuery.queryKey);
  if (!me) return;
  const parts = [
    loadCard(me.id),
    queryClient.ensureQueryData(openFightsQuery),
    queryClient.ensureQueryData(leaderboardQuery),
    queryClient.ensureQueryData(friendshipsQuery),
    queryClient.ensureQueryData(incomingQuery),
    queryClient.ensureQueryData(countsQuery),
    queryClient.ensureInfiniteQueryData(notificationsQuery),
    queryClient.ensureInfiniteQueryData(clipsQuery),
    queryClient.ensureInfiniteQueryData(feedQuery),
    queryClient.ensureInfiniteQueryData(activityQuery({ scope: 'global' })),
  ];
  await Promise.race([Promise.allSettled(parts), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}
