import type { Dashboard } from '@rivalhold/shared/contract/dashboard.ts';
import { THRESHOLDS } from '@rivalhold/shared/levels/levels.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { isNewcomer } from '@rivalhold/shared/newcomer.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';
import { listActivity } from '../activity/service.ts';
import { listClips } from '../clips/service.ts';
import { fairOpponentOf, openFights } from '../combat/service.ts';
import { listPosts } from '../feed/service.ts';
import { goalsOf } from '../goals/service.ts';
import type { ContentViewer } from '../hidden-content/service.ts';
import { listUnread } from '../notifications/service.ts';
import { getProfile, type Leaderboard, type PlayerList } from '../profiles/service.ts';
import { questsOf } from '../quests/service.ts';

/** The readers of the leaderboard and of the player list. Tests can replace them. */
export type DashboardReaders = { leaderboard: Leaderboard; players: PlayerList };

/**
 * Return the initial data of a player's dashboard. Each part is the same as the response of a separate route. A part is
 * null if reading it fails or takes longer than `site.dashboardPartMs`. `players` is also null unless the player is a
 * newcomer (see `isNewcomer`) without quests. Such an account was created before quests were introduced.
 */
export async function getDashboard(
  site: Site,
  { viewerId, seesHidden }: ContentViewer,
  parts: DashboardReaders,
): Promise<Dashboard> {
  const { db } = site;
  const now = site.clock.now();
  const profile = getProfile(db, site, { id: viewerId, viewerId });
  const quests = questsOf(db, site, viewerId);
  const read = <T>(part: Promise<T>) => withTimeout(site, part);
  const [own, steps, goals, opponent, players, fights, leaderboard, clips, feed, activity, notifications] =
    await Promise.all([
      read(profile),
      read(quests),
      read(goalsOf(db, { userId: viewerId, now })),
      read(fairOpponentOf(db, site, { userId: viewerId, now }).then((opponent) => ({ opponent }))),
      read(
        Promise.all([profile, quests]).then(([found, { state }]) =>
          isNewcomer(found) && state === 'none' ? firstPlayersPage(db, parts, viewerId, now) : null,
        ),
      ),
      read(openFights(db, site, viewerId)),
      read(parts.leaderboard.read(db)),
      read(listClips(db, site, { viewerId, limit: LIMITS.clips.groups })),
      read(listPosts(site, { viewerId, seesHidden, limit: LIMITS.feed.page })),
      read(listActivity(db, { userId: null, viewerId, limit: LIMITS.activityPage })),
      read(listUnread(db, { userId: viewerId, limit: LIMITS.notificationsPage })),
    ]);
  return {
    profile: own,
    quests: steps,
    goals,
    opponent,
    players,
    fights,
    leaderboard,
    clips,
    feed,
    activity,
    notifications,
    thresholds: [...THRESHOLDS],
  };
}

async function firstPlayersPage(
  db: Db,
  { players }: DashboardReaders,
  viewerId: number,
  now: Date,
): Promise<Dashboard['players']> {
  const filter = { search: '', minLevel: null };
  const page = await players.read(db, { viewerId, filter, limit: LIMITS.profilesPage, now });
  return { items: page.profiles, nextCursor: page.nextCursor };
}

/** Return a part of the dashboard, or null if reading it fails or takes too long. */
async function withTimeout<T>(site: Site, part: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), site.dashboardPartMs);
  });
  const found = part.catch((error: unknown) => {
    site.log.warn({ err: error }, 'loading a part of the dashboard failed');
    return null;
  });
  return Promise.race([found, late]).finally(() => clearTimeout(timer));
}
