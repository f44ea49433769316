import type { Dashboard } from '@rivalhold/shared/contract/dashboard.ts';
import { THRESHOLDS } from '@rivalhold/shared/levels/levels.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { withTimeout } from '../../platform/concurrency/with-timeout.ts';
import type { Site } from '../../platform/site.ts';
import { listActivity } from '../activity/service.ts';
import { listClips } from '../clips/service.ts';
import { fairOpponentOf, openFights } from '../combat/service.ts';
import { listPosts } from '../feed/service.ts';
import { goalsOf } from '../goals/service.ts';
import type { ContentViewer } from '../hidden-content/service.ts';
import { listUnread } from '../notifications/service.ts';
import { getProfile, type Leaderboard } from '../profiles/service.ts';
import { questsOf } from '../quests/service.ts';

/**
 * Return the initial data of a player's dashboard. Each part is the same as the response of a separate route. A part is
 * null if reading it fails or takes longer than `site.dashboardPartMs`.
 */
export async function getDashboard(
  site: Site,
  { viewerId, seesHidden }: ContentViewer,
  leaderboard: Leaderboard,
): Promise<Dashboard> {
  const { db } = site;
  const now = site.clock.now();
  const read = <T>(part: Promise<T>) => readPart(site, part);
  const [profile, quests, goals, opponent, fights, leaders, clips, feed, activity, notifications] =
    await Promise.all([
      read(getProfile(db, site, { id: viewerId, viewerId })),
      read(questsOf(db, site, viewerId)),
      read(goalsOf(db, { userId: viewerId, now })),
      read(fairOpponentOf(db, site, { userId: viewerId, now }).then((opponent) => ({ opponent }))),
      read(openFights(db, site, viewerId)),
      read(leaderboard.read(db)),
      read(listClips(db, site, { viewerId, limit: LIMITS.clips.groups })),
      read(listPosts(site, { viewerId, seesHidden, limit: LIMITS.feed.page })),
      read(listActivity(db, { userId: null, viewerId, limit: LIMITS.activityPage })),
      read(listUnread(db, { userId: viewerId, limit: LIMITS.notificationsPage })),
    ]);
  return {
    profile,
    quests,
    goals,
    opponent,
    fights,
    leaderboard: leaders,
    clips,
    feed,
    activity,
    notifications,
    thresholds: [...THRESHOLDS],
  };
}

/** Return a part of the dashboard, or null if reading it fails or takes too long. */
function readPart<T>(site: Site, part: Promise<T>): Promise<T | null> {
  const found = part.catch((error: unknown) => {
    site.log.warn({ err: error }, 'loading a part of the dashboard failed');
    return null;
  });
  // `found` never rejects, so this catches only the timeout.
  return withTimeout(found, site.dashboardPartMs).catch(() => null);
}
