import type { Dashboard } from '@rivalhold/shared/contract/dashboard.ts';
import { isNewcomer } from '@rivalhold/shared/newcomer.ts';
import { activityQuery } from '../../entities/activity/api.ts';
import { levelsQuery } from '../../entities/game/api.ts';
import { leaderboardQuery, profileQuery, profilesQuery } from '../../entities/players/api.ts';
import { entriesWithDefaults, profilesWithDefaults, withDefaults } from '../../entities/players/defaults.ts';
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
import { onSocketOpen, socketState } from '../../lib/socket.ts';

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

  #fetch(): Promise<Dashboard | null> {
    this.#requestedAt = Date.now();
    return api('GET /api/dashboard').catch(() => null);
  }
}

type QueryResult<Q> = Q extends { queryFn?: infer F }
  ? Awaited<ReturnType<Extract<F, (...context: never[]) => unknown>>>
  : never;

/**
 * Return a query that takes its first data from the combined response. If that part is missing, and for all later data,
 * it uses its own route.
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

/** Return the queries of the dashboard, which take their first data from the combined response. */
function queriesFrom(parts: DashboardParts, userId: number) {
  return {
    profile: withInitialPart(profileQuery(userId), () =>
      parts.get(({ profile }) => profile && withDefaults(profile, true, userId)),
    ),
    quests: withInitialPart(questsQuery, () => parts.get((all) => all.quests)),
    players: withInitialPart(profilesQuery, () =>
      parts.get(
        ({ players }) => players && { ...players, items: profilesWithDefaults(players.items, userId) },
      ),
    ),
    levels: withInitialPart(levelsQuery, () => parts.get((all) => all.thresholds)),
    goals: withInitialPart(goalsQuery, () => parts.get((all) => all.goals)),
    opponent: withInitialPart(opponentQuery, () => parts.get((all) => all.opponent)),
    openFights: withInitialPart(openFightsQuery, () => parts.get((all) => all.fights)),
    leaderboard: withInitialPart(leaderboardQuery, () =>
      parts.get(({ leaderboard }) => leaderboard && entriesWithDefaults(leaderboard)),
    ),
    notifications: withInitialPart(notificationsQuery, () => parts.get((all) => all.notifications)),
    clips: withInitialPart(clipsQuery, () =>
      parts.get(({ clips }, requestedAt) => clips && reconcileClips(clips, null, requestedAt)),
    ),
    activity: withInitialPart(activityQuery({ scope: 'global' }), () => parts.get((all) => all.activity)),
    feed: withInitialPart(feedQuery, () =>
      parts.get(({ feed }, requestedAt) => feed && reconcileNewest(feed, requestedAt)),
    ),
  };
}
type Queries = ReturnType<typeof queriesFrom>;

async function loadCard({ profile, quests, players }: Queries): Promise<void> {
  const [own, { state }] = await Promise.all([
    queryClient.ensureQueryData(profile),
    queryClient.ensureQueryData(quests),
  ]);
  if (state === 'none' && isNewcomer(own)) await queryClient.ensureInfiniteQueryData(players);
}

/**
 * Reload the lists that events change once the socket has connected, because events between the response and the
 * connection are missed. The feed and the activity do this on their own.
 */
function reloadOnceConnected(userId: number): void {
  const stop = onSocketOpen(() => {
    stop();
    for (const { queryKey } of [profileQuery(userId), openFightsQuery, notificationsQuery, clipsQuery])
      void queryClient.invalidateQueries({ queryKey });
  });
}

/** Load the initial data of the dashboard, so that it appears all at once, without layout shifts. Never throws. */
export async function loadDashboard(): Promise<void> {
  const me = getSession();
  if (!me) return;
  if (socketState() === 'idle') reloadOnceConnected(me.id);
  // Do not wait for these, because they wait for the connection.
  void queryClient.prefetchQuery(friendshipsQuery);
  void queryClient.prefetchQuery(incomingQuery);
  void queryClient.prefetchQuery(countsQuery);
  const queries = queriesFrom(new DashboardParts(), me.id);
  const loads = [
    loadCard(queries),
    queryClient.ensureQueryData(queries.levels),
    queryClient.ensureQueryData(queries.goals),
    queryClient.ensureQueryData(queries.opponent),
    queryClient.ensureQueryData(queries.openFights),
    queryClient.ensureQueryData(queries.leaderboard),
    queryClient.ensureInfiniteQueryData(queries.notifications),
    queryClient.ensureInfiniteQueryData(queries.clips),
    queryClient.ensureInfiniteQueryData(queries.activity),
    queryClient.ensureInfiniteQueryData(queries.feed),
  ];
  await Promise.race([Promise.allSettled(loads), new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))]);
}
