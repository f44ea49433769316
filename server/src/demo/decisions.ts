import { DAY } from '@rivalhold/shared/time-units.ts';
import { appeal } from '../features/appeals/service.ts';
import { listDecisions } from '../features/decisions/service.ts';
import { mute, muteCollapseKey } from '../features/moderation/service.ts';
import { markCollapsedAsRead } from '../features/notifications/service.ts';
import { manualClock } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Site } from '../platform/site.ts';
import { DECIDER, MUTES } from './content/decisions.ts';

/**
 * Create staff decisions and an appeal. They cannot be part of the prepared history, because notifications and the
 * audit log contain the end of a mute as text. When the prepared history is loaded, its times are shifted, but such
 * texts are not changed.
 * @param ids user ids by username; decisions about missing players are left out
 */
export async function createDecisions(tx: Tx, site: Site, ids: ReadonlyMap<string, number>): Promise<void> {
  const now = site.clock.now().getTime();
  const siteAt = (days: number): Site => ({ ...site, clock: manualClock(new Date(now - days * DAY)) });
  const deciderId = ids.get(DECIDER);
  for (const { username, days, appeal: appealed, ...decision } of MUTES) {
    const userId = ids.get(username);
    if (userId === undefined || deciderId === undefined) continue;
    await mute(tx, siteAt(days), { userId, by: { id: deciderId }, ...decision });
    await markCollapsedAsRead(tx, site, { userId, collapse: muteCollapseKey(userId) });
    const { items } = await listDecisions(tx, { userId, limit: 1 });
    if (appealed && items[0])
      await appeal(tx, siteAt(appealed.days), { userId, decisionId: items[0].id, text: appealed.text });
  }
}
