import type { Site } from '../site.ts';
import { RATE_LIMITS } from './rate-limits.ts';

/**
 * Count the players in a list towards the viewer's rate limits, so that a client cannot copy all of the site's
 * profiles. `count` is the number of players in the list.
 * @throws AppError `tooOften` if a limit is exceeded
 */
export async function countListedPlayers(site: Site, viewerId: number, count: number): Promise<void> {
  await site.limits.consume(RATE_LIMITS.listedPlayers, viewerId, count);
  await site.limits.consume(RATE_LIMITS.listedPlayersHour, viewerId, count);
}
