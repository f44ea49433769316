import type { Dashboard } from '@rivalhold/shared/contract/dashboard.ts';
import { activityQuery } from '../../entities/activity/api.ts';
import { levelsQuery } from '../../entities/game/api.ts';
import { leaderboardQuery, profileQuery } from '../../entities/players/api.ts';
import { entriesWithDefaults, withDefaults } from '../../entities/players/defaults.ts';
import { getSession } from '../../entities/session/api.ts';
import { clipsQuery, reconcileClips } from '../../features/clips/api.ts';
import { openFightsQuery } from '../../features/combat/api.ts';
import { feedQuery, reconcileNewest } from '../../features/feed/api.ts';
import { friendshipsQuery, incomingQuery } from '../../features/friends/api.ts';
import { goalsQuery, opponentQuery } from '../../features/goals/api.ts';
import { countsQuery, notificationsQuery } from '../../features/notifications/api.ts';
import { questsQuery } from '../../features/quests/api.ts';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { whenConnected } from '../../lib/socket.ts';

/** Time (ms) after which the dashboard shows the parts that have loaded. The other parts appear later. */
const TIMEOUT_MS = 600;

/** The combined request for several parts of the dashboard. It is sent when a part is first requested. */
class DashboardParts {
  #response: Promise<Dashboard | null> | undefined;
  #requestedAt = 0;

  /** Return a part of the response, or null if the part is missing or the request failed. */
  async get<T>(select: (response: Dashboard, requestedAt: number) => T | null): Promise<T | null> {
    this.#response ??= this.#fetch();
    const response = await this.#response;
    return response && select(response, this.#requestedAt);
  }

  async #fetch(): Promise<Dashboard | null> {
    // Connect before sending the request, as separate queries do, so that no event after the response is missed.
    await whenConnected();
    this.#requestedAt = Date.now();
    return api('GET /api/dashboard').catch(() => null);
  }
}

type QueryResult<Q> = Q extends { queryFn?: infer F }
  ? Awaited<ReturnType<Extract<F, (...context: never[]) => unknown>>>
  : never;

/**
 * Return a query that takes its first data from the combined response. The query uses its own route for later loads,
 * and if the response lacks the data.
 */
function withInitialPart<Q extends { queryFn?: unknown }>(
  query: Q,
  part: () => Promise<QueryResult<Q> | null>,
): Q {
  const originalFn = query.queryFn as (context: unknown) => unknown;
  let isRequested = false;
  const queryFn = async (context: unknown) => {
    const first = isRequested ? null : await part();
    isRequested = true;
    return first ?? originalFn(context);
  };
  return { ...query, queryFn };
}

/**
 * Load the initial data of the dashboard, so that it appears at once, without layout shifts. Waits for at most
 * `TIMEOUT_MS`. Never throws.
 */
export async function loadDashboard(): Promise<void> {
  const me = getSession();
  if (!me) return;
  const parts = new DashboardParts();
  const global = activityQuery({ scope: 'global' });
  const loads = [
    queryClient.ensureQueryData(
      withInitialPart(profileQuery(me.id), () =>
        parts.get(({ profile }) => profile && withDefaults(profile, true, me.id)),
      ),
    ),
    queryClient.ensureQueryData(withInitialPart(questsQuery, () => parts.get((all) => all.quests))),
    queryClient.ensureQueryData(friendshipsQuery),
    queryClient.ensureQueryData(incomingQuery),
    queryClient.ensureQueryData(countsQuery),
    queryClient.ensureQueryData(withInitialPart(levelsQuery, () => parts.get((all) => all.thresholds))),
    queryClient.ensureQueryData(withInitialPart(goalsQuery, () => parts.get((all) => all.goals))),
    queryClient.ensureQueryData(withInitialPart(opponentQuery, () => parts.get((all) => all.opponent))),
    queryClient.ensureQueryData(withInitialPart(openFightsQuery, () => parts.get((all) => all.fights))),
    queryClient.ensureQueryData(
      withInitialPart(leaderboardQuery, () =>
        parts.get(({ leaderboard }) => leaderboard && entriesWithDefaults(leaderboard)),
      ),
    ),
    queryClient.ensureInfiniteQueryData(
      withInitialPart(notificationsQuery, () => parts.get((all) => all.notifications)),
    ),
    queryClient.ensureInfiniteQueryData(
      withInitialPart(clipsQuery, () =>
        parts.get(({ clips }, requestedAt) => clips && reconcileClips(clips, null, requestedAt)),
      ),
    ),
    queryClient.ensureInfiniteQueryData(withInitialPart(global, () => parts.get((all) => all.activity))),
    queryClient.ensureInfiniteQueryData(
      withInitialPart(feedQuery, () =>
        parts.get(({ feed }, requestedAt) => feed && reconcileNewest(feed, requestedAt)),
      ),
    ),
  ];
  await Promise.race([Promise.allSettled(loads), new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))]);
}
