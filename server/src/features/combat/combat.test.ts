import { replayFight } from '@rivalhold/shared/combat/rules.ts';
import { hashSeed } from '@rivalhold/shared/combat/chance.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, nextEvent, type TestApp, type TestPlayer } from '../../testing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const open = (player: TestPlayer, opponent: TestPlayer, headers: Record<string, string> = {}) =>
  player.call('GET /api/combat/{userId}', {
    params: { userId: player.id },
    query: { opponentId: opponent.id },
    headers,
  });
const strike = (player: TestPlayer, opponent: TestPlayer, headers: Record<string, string> = {}) =>
  player.call('POST /api/combat/attack', { body: { defenderId: opponent.id }, headers });

/** Strikes until it is over; answers the last exchange. */
async function fightOut(player: TestPlayer, opponent: TestPlayer) {
  for (;;) {
    app.clock.advance(500);
    const { body, status } = await strike(player, opponent);
    expect(status).toBe(200);
    if (body.combatCompleted) return body;
  }
}

describe('opening a fight', () => {
  it('begins one, resumes it for either player, and shows no seed', async () => {
    const [one, other] = [await app.player(), await app.player()];
    const begun = await open(one, other, { 'x-fight-nonce': 'abc123' });
    expect(begun.status).toBe(200);
    expect(begun.headers.get('cache-control')).toContain('no-store');
    expect(begun.body).toMatchObject({
      attackerId: one.id,
      defenderId: other.id,
      attackerHP: 100,
      defenderHP: 100,
      nonce: 'abc123',
      resumed: false,
    });
    const resumed = await open(other, one);
    expect(resumed.body).toMatchObject({ id: begun.body.id, attackerId: one.id, resumed: true, nonce: 'abc123' });
    const row = await app.site.db
      .selectFrom('fights')
      .select(['seed', 'seed_hash'])
      .where('id', '=', begun.body.id)
      .executeTakeFirstOrThrow();
    expect(hashSeed(row.seed)).toBe(begun.body.seedHash);
    expect(JSON.stringify([begun.body, resumed.body])).not.toContain(row.seed);
    const record = await one.call('GET /api/combat/fights/{id}', { params: { id: begun.body.id } });
    expect(record.status).toBe(404);
  });
});
