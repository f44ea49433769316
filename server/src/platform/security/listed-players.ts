import type { Site } from '../site.ts';
import { RATE_LIMITS } from './rate-limits.ts';

/**
 * Count the players that a list shows towards the viewer's rate limits, so that a client cannot copy all profiles of
 * the site. `count` is their number.
 * @throws AppError `tooOften` if a limit is exceeded
 */
export async function countListedPlayers(site: Site, viewerId: number, count: number): Promise<void> {
  await site.limits.consume(RATE_LIMITS.listedPlayers, viewerId, count);
  await site.limits.consume(RATE_LIMITS.listedPlayersHour, viewerId, count);
}
