import type { PoolState, ranked } from '@rivalhold/shared/contract/ranked.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { expect } from 'vitest';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { sql } from '../../platform/db/db.ts';
import type { TestApp, TestPlayer } from '../../testing/app.ts';
import type { CasesOf } from '../../testing/cases.ts';
import { query, queryValue } from '../../testing/queries.ts';
import { strike } from '../combat/testing.ts';
import { runWave } from './service.ts';

/** Put a player into the pool. */
export const joinPool = (player: TestPlayer) => player.call('POST /api/ranked/pool');
/** Take a player out of the pool. */
export const leavePool = (player: TestPlayer) => player.call('DELETE /api/ranked/pool');
/** Accept the fight that the pool offers to a player. */
export const acceptFight = (player: TestPlayer) => player.call('POST /api/ranked/pool/accept');
/** Return a player's state in the pool. */
export const poolOf = async (player: TestPlayer) => (await player.call('GET /api/ranked/pool')).body;
/** Return a player's status in the pool. */
export const statusOf = async (player: TestPlayer) => (await poolOf(player)).status;
/** Run a wave. It pairs nobody while another wave is running. */
export const wave = ({ site }: TestApp) => runWave(site.db, site);
/**
 * Run waves until the players have the given status. One wave might not be enough, because a wave leaves out players
 * whose entries another transaction has locked.
 */
export const wavesUntil = (app: TestApp, status: PoolState['status'], ...players: TestPlayer[]) =>
  waitFor(async () => {
    await wave(app);
    for (const player of players) expect(await statusOf(player)).toBe(status);
  });

/**
 * Move the start of all waiting times so far into the past that players are paired regardless of their
 * ratings.
 */
export const waitLong = ({ site }: TestApp) =>
  query(site.db, sql`update ranked_pool set waiting_since = waiting_since - interval '2 minutes'`);

/** Let two players join the pool, and wait until they are paired. */
export async function findEachOther(app: TestApp, one: TestPlayer, other: TestPlayer): Promise<void> {
  for (const player of [one, other]) expect((await joinPool(player)).status).toBe(200);
  await waitLong(app);
  await wavesUntil(app, 'found', one, other);
}

/** Start a ranked fight of two players, and return its id. `one` becomes the attacker. */
export async function startRanked(app: TestApp, one: TestPlayer, other: TestPlayer): Promise<number> {
  await findEachOther(app, one, other);
  expect((await acceptFight(one)).status).toBe(200);
  expect((await acceptFight(other)).body).toMatchObject({ status: 'fighting', opponentId: one.id });
  return queryValue<number>(
    app.site.db,
    sql`select id from fights where status = 'active' and ranked and attacker_id = ${one.id}`,
  );
}

/** Let both players of a ranked fight strike until it is over, and return the id of the winner. */
export async function fightRanked(app: TestApp, one: TestPlayer, other: TestPlayer): Promise<number> {
  for (;;) {
    app.clock.advance(LIMITS.combat.exchangeIntervalMs);
    await strike(one, other);
    const { body, status } = await strike(other, one);
    expect(status).toBe(200);
    if (body.combatCompleted) return body.combat.winnerId!;
  }
}

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof ranked> = {
  routes: {
    'GET /api/ranked/pool': {},
    'POST /api/ranked/pool': {},
    'DELETE /api/ranked/pool': {},
    'POST /api/ranked/pool/accept': {},
  },
  fill: async ({ app, owner, otherPlayer }) => {
    await query(
      app.site.db,
      sql`insert into ranked_pool values (${owner.id}, now(), now(), ${otherPlayer.id}, now(), true,
            ${otherPlayer.id}, 2, now(), now())
          on conflict (user_id) do nothing`,
    );
  },
};
