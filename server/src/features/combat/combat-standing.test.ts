import { describe, expect, it } from 'vitest';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { block } from '../blocks/testing.ts';
import { fightToEnd, openFightOf, setCharacter } from './testing.ts';

const app = useTestApp();
const standing = (player: TestPlayer, { id }: { id: number }) =>
  player.call('GET /api/combat/standing/{userId}', { params: { userId: id } });

/** Let the player win a fight against an opponent who chooses no moves. */
async function win(player: TestPlayer, opponent: TestPlayer) {
  await setCharacter(app, player, { attack: 500, energy: 100 });
  await setCharacter(app, opponent, { attack: 3 });
  await openFightOf(player, opponent);
  await fightToEnd(app, player, opponent);
}

describe('the standing of a player', () => {
  it('contains the player’s leaderboard rank, and the viewer’s wins and losses against the player', async () => {
    const [one, other] = [await app.player(), await app.player()];
    expect((await standing(one, other)).body).toEqual({ rank: null, headToHead: { wins: 0, losses: 0 } });
    await win(one, other);
    await win(one, await app.player());
    // Wait, because the counts that determine a rank are cached for a minute.
    app.clock.advance(120_000);
    // The defeat does not count for `other`, who chose no move.
    expect((await standing(other, one)).body).toEqual({ rank: 1, headToHead: { wins: 0, losses: 0 } });
    expect((await standing(one, other)).body).toEqual({ rank: null, headToHead: { wins: 1, losses: 0 } });
    expect((await standing(one, one)).body).toEqual({ rank: 1, headToHead: null });
  });

  it('returns 404 for an unknown or blocked player', async () => {
    const [one, other] = [await app.player(), await app.player()];
    expect((await standing(one, { id: 9_999_999 })).status).toBe(404);
    await block(one, other);
    expect((await standing(one, other)).status).toBe(404);
    expect((await standing(other, one)).status).toBe(404);
  });
});
