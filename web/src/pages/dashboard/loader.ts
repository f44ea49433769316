import type { Dashboard } from '@rivalhold/shared/contract/dashboard.ts';
import { isNewcomer } from '@rivalhold/shared/newcomer.ts';
import { activityQuery } from '../../entities/activity/api.ts';
import { levelsQuery } from '../../entities/game/api.ts';
import { leaderboardQuery, profileQuery, profilesQuery } from '../../entities/players/api.ts';
import { withDefaults } from '../../entities/players/defaults.ts';
import { sessionNow } from '../../entities/session/api.ts';
import { clipsQuery, learnClips } from '../../features/clips/api.ts';
import { openFightsQuery } from '../../features/combat/api.ts';
import { feedQuery, learnNewest } from '../../features/feed/api.ts';
import { friendshipsQuery, incomingQuery } from '../../features/friends/api.ts';
import { countsQuery, notificationsQuery } from '../../features/notifications/api.ts';
import { questsQuery } from '../../features/quests/api.ts';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { whenLive } from '../../lib/socket.ts';

/** After so long what is there is shown, and the rest follows. */
const PATIENCE_MS = 600;

/** The call that brings several parts, made when the first of them turns out to be missing. */
class Parts {
  #answer: Promise<Dashboard | null> | undefined;
  #askedAt = 0;

  /** A part of the answer; null where it is not in it, or there is none. */
  async take<T>(of: (answer: Dashboard, askedAt: number) => T | null): Promise<T | null> {
    this.#answer ??= this.#ask();
    const answer = await this.#answer;
    return answer && of(answer, this.#askedAt);
  }

  async #ask(): Promise<Dashboard | null> {
    // As with each by itself: nothing happens unseen between the answer and the first event.
    await whenLive();
    this.#askedAt = Date.now();
    return api('GET /api/dashboard').catch(() => null);
  }
}

type FirstOf<Q> = Q extends { queryFn?: infer F }
  ? Awaited<ReturnType<Extract<F, (...context: never[]) => unknown>>>
  : never;

/** A query that is loaded by a part the first time; by its own route where that is missing, and ever after. */
function by<Q extends { queryFn?: unknown }>(query: Q, part: () => Promise<FirstOf<Q> | null>): Q {
  const own = query.queryFn as (context: unknown) => unknown;
  let asked = false;
  const queryFn = async (context: unknown) => {
    const first = asked ? null : await part();
    asked = true;
    return first ?? own(context);
  };
  return { ...query, queryFn };
}

async function loadCard(userId: number, parts: Parts): Promise<void> {
  const [profile, { state }] = await Promise.all([
    queryClient.ensureQueryData(
      by(profileQuery(userId), () => parts.take(({ profile }) => profile && withDefaults(profile, true))),
    ),
    queryClient.ensureQueryData(by(questsQuery, () => parts.take((all) => all.quests))),
  ]);
  if (state === 'none' && isNewcomer(profile))
    await queryClient.ensureInfiniteQueryData(by(profilesQuery, () => parts.take((all) => all.players)));
}

/** What the dashboard shows at first, so that it comes in one piece and nothing on it moves. Never throws. */
export async function loadDashboard(): Promise<void> {
  const me = sessionNow();
  if (!me) return;
  const parts = new Parts();
  const global = activityQuery({ scope: 'global' });
  const loads = [
    loadCard(me.id, parts),
    queryClient.ensureQueryData(friendshipsQuery),
    queryClient.ensureQueryData(incomingQuery),
    queryClient.ensureQueryData(countsQuery),
    queryClient.ensureQueryData(by(levelsQuery, () => parts.take((all) => all.thresholds))),
    queryClient.ensureQueryData(by(openFightsQuery, () => parts.take((all) => all.fights))),
    queryClient.ensureQueryData(by(leaderboardQuery, () => parts.take((all) => all.leaderboard))),
    queryClient.ensureInfiniteQueryData(by(notificationsQuery, () => parts.take((all) => all.notifications))),
    queryClient.ensureInfiniteQueryData(
      by(clipsQuery, () => parts.take(({ clips }, askedAt) => clips && learnClips(clips, null, askedAt))),
    ),
    queryClient.ensureInfiniteQueryData(by(global, () => parts.take((all) => all.activity))),
    queryClient.ensureInfiniteQueryData(
      by(feedQuery, () => parts.take(({ feed }, askedAt) => feed && learnNewest(feed, askedAt))),
    ),
  ];
  await Promise.race([Promise.allSettled(loads), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}
