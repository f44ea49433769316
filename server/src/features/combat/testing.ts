import { setTimeout as sleep } from 'node:timers/promises';
import type { combat, FightInput, FightSettings, Move } from '@rivalhold/shared/contract/combat.ts';
import { replayFight } from '@rivalhold/shared/fights/rules.ts';
import { TEMPERAMENTS } from '@rivalhold/shared/fights/style.ts';
import { inputsHashOf } from '@rivalhold/shared/fights/verify.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { expect } from 'vitest';
import { join, raw, sql, type Tx, transaction } from '../../platform/db/db.ts';
import type { TestApp, TestPlayer } from '../../testing/app.ts';
import { type CasesOf, type Owners, ofTheirs, PUBLIC, toOther } from '../../testing/cases.ts';
import { query, queryOne, queryValue } from '../../testing/queries.ts';
import type { CharacterRow } from '../game/service.ts';
import type { FightRow } from './queries.ts';

/** Start or resume a fight with an opponent. */
export const openFightOf = (player: TestPlayer, opponent: TestPlayer, headers: Record<string, string> = {}) =>
  player.call('GET /api/combat/{userId}', {
    params: { userId: player.id },
    query: { opponentId: opponent.id },
    headers,
  });

type AttackMove = Exclude<Move, 'heal' | 'item'>;

/**
 * Choose a move in the open fight against an opponent. To send the request of a client that knows only Attack, use
 * `strike`.
 */
export const choose = (
  player: TestPlayer,
  opponent: TestPlayer,
  move: AttackMove,
  headers: Record<string, string> = {},
) => player.call('POST /api/combat/attack', { body: { defenderId: opponent.id, move }, headers });

/** Attack an opponent with a Strike. */
export const strike = (player: TestPlayer, opponent: TestPlayer, headers: Record<string, string> = {}) =>
  player.call('POST /api/combat/attack', { body: { defenderId: opponent.id }, headers });

/**
 * Attack every half second until the fight is over, and return the response to the last accepted attack. The opponent
 * must be absent or must not choose in time.
 */
export async function fightToEnd(app: TestApp, player: TestPlayer, opponent: TestPlayer) {
  const { choiceMs, bankMs, presentMs } = LIMITS.combat;
  app.clock.advance(presentMs + 1);
  for (;;) {
    app.clock.advance(500);
    const { body, status } = await strike(player, opponent);
    expect(status).toBe(200);
    if (body.combatCompleted) return body;
    if (body.sealed) app.clock.advance(choiceMs + bankMs);
  }
}

/**
 * Terminate connections in the middle of transactions whose statement matches the regular expression `pattern`, until
 * the returned function is called. This simulates crashes of a node or of PostgreSQL. The pauses in between grow, so
 * that repeated requests succeed in the end even on a busy machine.
 */
export function breakConnections(app: TestApp, pattern: string): () => Promise<void> {
  let isBreaking = true;
  const breaking = (async () => {
    for (let pauseMs = 5; isBreaking; pauseMs++) {
      await query(
        app.site.db,
        sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
              and query ~* ${pattern} limit 1`,
      ).catch(() => {});
      await sleep(pauseMs);
    }
  })();
  return () => {
    isBreaking = false;
    return breaking;
  };
}

/** Finish a fight between two players, and return its id. The attacker is much stronger. */
export async function finishFight(app: TestApp, attacker: TestPlayer, defender: TestPlayer): Promise<number> {
  await setCharacter(app, attacker, { attack: 500, energy: 100, health: 100 });
  const { body } = await openFightOf(attacker, defender);
  await fightToEnd(app, attacker, defender);
  return body.id;
}

/** Set a player's settings for fights. Missing settings are set to their default values. */
export async function setFightSettings(player: TestPlayer, settings: Partial<FightSettings>): Promise<void> {
  const body = { liveChallenges: 'everybody', doubleTime: false, watchers: null, ...settings } as const;
  expect((await player.call('PUT /api/combat/settings', { body })).body).toEqual(body);
}

/**
 * Return two players and the id of their fight, which both have joined. Both have so much health that neither loses
 * soon.
 */
export async function livePairOf(
  app: TestApp,
): Promise<{ one: TestPlayer; other: TestPlayer; fightId: number }> {
  const [one, other] = [await app.player(), await app.player()];
  for (const player of [one, other]) await setCharacter(app, player, { health: 10_000, max_health: 10_000 });
  const { body } = await openFightOf(one, other);
  await openFightOf(other, one);
  return { one, other, fightId: body.id };
}

/** Return the number of revealed exchanges of a fight. */
export const exchangesOf = ({ site }: TestApp, fightId: number): Promise<number> =>
  queryValue<number>(site.db, sql`select (state->>'exchanges')::integer from fights where id = ${fightId}`);

/** Set columns of a player's character directly in the database. */
export async function setCharacter(
  app: TestApp,
  player: TestPlayer,
  values: Partial<CharacterRow>,
): Promise<void> {
  const assignments = Object.entries(values).map(([name, value]) => sql`${raw(name)} = ${value}`);
  const statement = sql`update characters set ${join(assignments)} where user_id = ${player.id}`;
  await query(app.site.db, statement, { prepare: false });
}

/** Return a player's character. */
export const characterOf = (app: TestApp, player: TestPlayer) =>
  queryOne<CharacterRow>(app.site.db, sql`select * from characters where user_id = ${player.id}`);

/**
 * Check that all stored fights, characters and coins are consistent. A replay of each fight must give its stored state,
 * and no fight may be paid twice.
 */
export const checkFights = (app: TestApp): Promise<{ fights: number; inputs: number }> =>
  transaction(app.site.db, async (tx) => {
    // Read everything from one snapshot, because jobs can still end fights.
    await query(tx, sql`set transaction isolation level repeatable read`);
    return checkSnapshot(tx);
  });

async function checkSnapshot(db: Tx): Promise<{ fights: number; inputs: number }> {
  const fights = await query<FightRow>(db, sql`select * from fights`);
  let inputs = 0;
  for (const fight of fights) {
    const rows = await query<{ seq: number; input: FightInput }>(
      db,
      sql`select seq, input from fight_inputs where fight_id = ${fight.id} order by seq`,
    );
    expect(rows.map((row) => row.seq)).toEqual(rows.map((_, index) => index + 1));
    expect(rows).toHaveLength(fight.input_count);
    inputs += rows.length;
    const { id, setup, seed, ranked, rules_version: rulesVersion } = fight;
    const nonces = { attacker: fight.attacker_nonce, defender: fight.defender_nonce };
    const played = rows.map((row) => row.input);
    const replayed = replayFight({ setup, nonces, inputs: played, seed });
    expect({ ...replayed.state, log: [] }).toEqual(fight.state);
    expect(replayed.lines.map((line) => line.seq)).toEqual(replayed.lines.map((_, index) => index + 1));
    expect(fight.status).toBe(fight.state.status);
    expect(fight.winner_id).toBe(fight.state.winnerId);
    const { attacker, defender } = setup;
    const record = { id, rulesVersion, ranked, attacker, defender, seed, nonces, inputs: played };
    expect(fight.inputs_hash).toBe(inputsHashOf(record));
  }
  const balances = await query<{ coins: number; booked: number }>(
    db,
    sql`select c.coins, sum(l.amount)::integer as booked from characters c left
        join coin_ledger l using (user_id)
     group by c.user_id, c.coins`,
  );
  for (const { coins, booked } of balances) expect(booked).toBe(coins);
  const paid = fights.filter((fight) => (fight.reward_coins ?? 0) > 0).length;
  const victories = sql`select count(*)::integer from coin_ledger where reason = 'victory'`;
  expect(await queryValue(db, victories)).toBe(paid);
  const begun = await query<CharacterRow>(db, sql`select user_id, open_started_fights from characters`);
  for (const { user_id, open_started_fights } of begun)
    expect(open_started_fights).toBe(
      fights.filter((f) => f.status === 'active' && !f.ranked && f.attacker_id === user_id).length,
    );
  return { fights: fights.length, inputs };
}

const ofOwner = async ({ owner, otherPlayer }: Owners) => {
  const { body } = await openFightOf(owner, otherPlayer);
  return { attackerId: owner.id, defenderId: otherPlayer.id, fightId: body.id };
};

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof combat> = {
  routes: {
    'GET /api/combat/{userId}': {
      call: ({ me, other }) => ({ params: { userId: me.id }, query: { opponentId: other.id } }),
      acrossBlock: 403,
      owner: {
        others: 403,
        make: async ({ owner, otherPlayer }) => ({
          params: { userId: owner.id },
          query: { opponentId: otherPlayer.id },
        }),
      },
    },
    'GET /api/combat/open': {},
    'GET /api/combat/fights': {},
    'GET /api/combat/matchups': {
      call: ({ other }) => ({ query: { opponentId: other.id } }),
      acrossBlock: 404,
    },
    'GET /api/combat/standing/{userId}': { call: toOther(), acrossBlock: 404, owner: PUBLIC },
    'GET /api/combat/opponent': {},
    'GET /api/combat/fights/{id}': {
      access: 'guest',
      call: ofTheirs('fight'),
      acrossBlock: 404,
      owner: 'the settings of both players decide who can watch it',
    },
    'POST /api/combat/use-item': {
      call: ({ other }) => ({ body: { itemId: 12, targetId: other.id } }),
      acrossBlock: 403,
    },
    'POST /api/combat/attack': {
      call: ({ other }) => ({ body: { defenderId: other.id } }),
      acrossBlock: 403,
    },
    'POST /api/combat/manual-heal': {},
    'POST /api/combat/fights/{id}/concede': {
      call: ofTheirs('fight'),
      acrossBlock: 404,
      owner: { others: 404, make: async (owners) => ({ params: { id: (await ofOwner(owners)).fightId } }) },
    },
    'POST /api/combat/fights/{id}/decline': {
      call: ofTheirs('fight'),
      acrossBlock: 404,
      owner: {
        others: 404,
        make: async ({ app, owner }) => {
          await owner.socket();
          return { params: { id: (await openFightOf(await app.player(), owner)).body.id } };
        },
      },
    },
    'GET /api/combat/settings': {},
    'PUT /api/combat/settings': {
      call: () => ({ body: { liveChallenges: 'friends', doubleTime: true, watchers: null } }),
    },
    'GET /api/style': {},
    'PUT /api/style': { call: () => ({ body: { temperament: 'bold', lines: null } }) },
  },
  fill: async ({ app, owner }) => {
    const { db } = app.site;
    const lines = JSON.stringify([TEMPERAMENTS.bold.at(-1)]);
    await query(
      db,
      sql`insert into fight_settings values (${owner.id}, 'bold', ${lines}::jsonb, 'friends', true, 'fighters')`,
    );
    const { body } = await openFightOf(await app.player(), owner);
    await query(
      db,
      sql`insert into fight_choices (fight_id, side, move, item_id) values (${body.id}, 'defender', 'item', 12)`,
    );
  },
  clientEvents: {
    startFight: {
      payload: ({ me, other, theirs }) => ({
        attackerId: me.id,
        defenderId: other.id,
        fightId: theirs.fight,
      }),
      acrossBlock: 'notFound',
      owner: { others: 403, make: ofOwner },
    },
    joinCombat: {
      payload: ({ theirs }) => ({ combatId: theirs.fight }),
      acrossBlock: 'notFound',
      owner: { others: 404, make: async (owners) => ({ combatId: (await ofOwner(owners)).fightId }) },
    },
    leaveCombat: {
      payload: ({ theirs }) => ({ combatId: theirs.fight }),
      acrossBlock: 'notFound',
      owner: { others: 404, make: async (owners) => ({ combatId: (await ofOwner(owners)).fightId }) },
    },
  },
};
