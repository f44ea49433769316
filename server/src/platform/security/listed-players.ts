import type { Site } from '../site.ts';
import { RATE_LIMITS } from './rate-limits.ts';

/**
 * Count the players that a list may show to a player, so that a client cannot copy all profiles of the site.
 * @throws AppError tooOften beyond what quick browsing needs
 */
export async function countListedPlayers(site: Site, viewerId: number, count: number): Promise<void> {
  await site.limits.consume(RATE_LIMITS.listedPlayers, viewerId, count);
  await site.limits.consume(RATE_LIMITS.listedPlayersHour, viewerId, count);
}
