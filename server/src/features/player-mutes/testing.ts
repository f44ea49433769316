import type { playerMutes } from '@rivalhold/shared/contract/player-mutes.ts';
import type { TestPlayer } from '../../testing/app.ts';
import { type CasesOf, MUTUAL, toOther } from '../../testing/cases.ts';

/** Let `player` mute `other`. */
export const mute = (player: TestPlayer, other: { id: number }) =>
  player.call('POST /api/player-mutes/{userId}', { params: { userId: other.id } });
/** Let `player` unmute `other`. */
export const unmute = (player: TestPlayer, other: { id: number }) =>
  player.call('DELETE /api/player-mutes/{userId}', { params: { userId: other.id } });

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof playerMutes> = {
  routes: {
    'GET /api/player-mutes': {},
    // A mute changes only what the caller sees, so it is allowed despite a block.
    'POST /api/player-mutes/{userId}': { call: toOther(), acrossBlock: 201, owner: MUTUAL },
    'DELETE /api/player-mutes/{userId}': { call: toOther(), acrossBlock: 200, owner: MUTUAL },
  },
  fill: async ({ owner, otherPlayer }) => {
    await mute(owner, otherPlayer);
  },
};
