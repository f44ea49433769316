import { LIMITS } from '@rivalhold/shared/limits.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { LONG } from '../../../../scripts/testing/long.ts';
import { sql } from '../../platform/db/db.ts';
import { type TestApp, useTestApp } from '../../testing/app.ts';
import { query, queryValue } from '../../testing/queries.ts';
import { insertPlayersSql } from '../../testing/statements.ts';
import { resolvePassedDeadlines } from './deadlines.ts';
import { checkFights, choose, exchangesOf, livePairOf } from './testing.ts';

/** Number of fights with the same deadline. */
const AT_ONCE = LONG ? 600 : 20;

const app = useTestApp();
/** A site that resolves passed deadlines itself. */
const running = useTestApp({ schedule: true });
const { choiceMs, bankMs } = LIMITS.combat;

/**
 * Create a live fight in which both players are connected and have used no extra time, and one of them has chosen
 * Guard.
 */
async function sealedFight() {
  const pair = await livePairOf(app);
  await Promise.all([pair.one.socket(), pair.other.socket()]);
  await choose(pair.one, pair.other, 'guard');
  return pair;
}

describe('a choice', () => {
  afterAll(async () => {
    await checkFights(app);
  });

  it('counts if it is made just before the deadline', async () => {
    const { one, other } = await sealedFight();
    app.clock.advance(choiceMs + bankMs - 1);
    const { body } = await choose(other, one, 'feint');
    expect(body.lines).toMatchObject([
      { attacker: { move: 'guard' }, defender: { move: 'feint', byStyle: false } },
    ]);
    for (const player of [one, other]) player.closeSockets();
  });

  it('is too late if it is made at the deadline', async () => {
    const { one, other, fightId } = await sealedFight();
    app.clock.advance(choiceMs + bankMs);
    const { status, body } = await choose(other, one, 'feint');
    expect([status, body.sealed]).toEqual([200, false]);
    expect(body.combat).toMatchObject({ exchanges: 1, sides: { defender: { sealed: false } } });
    expect(body.lines).toMatchObject([{ attacker: { move: 'guard' }, defender: { byStyle: true } }]);
    expect(await exchangesOf(app, fightId)).toBe(1);
    // The response contained the revealed exchange, so the next choice is for the next exchange.
    app.clock.advance(500);
    expect((await choose(other, one, 'strike')).body.sealed).toBe(true);
    for (const player of [one, other]) player.closeSockets();
  });
});

/**
 * Create `count` copies of a live fight in which one player has chosen Guard, and let the deadlines of all copies pass.
 */
async function passDeadlines(target: TestApp, count: number): Promise<void> {
  const { db } = target.site;
  const { one, other, fightId } = await livePairOf(target);
  await choose(one, other, 'guard');
  await query(
    db,
    sql`update users set username = 'old' || username, email = 'old' || email where username like 'crowd%'`,
  );
  for (const statement of insertPlayersSql(2 * count)) await query(db, statement, { prepare: false });
  const first = await queryValue<number>(db, sql`select min(id) from users where username like 'crowd%'`);
  const copies = sql`from fights f, generate_series(0, ${count - 1}) n where f.id = ${fightId}`;
  await query(
    db,
    sql`insert into fights (attacker_id, defender_id, status, seed, seed_hash, inputs_hash, rules_version, setup, state, live, deadline_at,
          challenge_sent_at, input_count, last_exchange_at, created_at)
        select ${first}::bigint + 2 * n, ${first}::bigint + 2 * n + 1, status, seed, seed_hash, inputs_hash, rules_version, setup, state, live,
          deadline_at, challenge_sent_at, input_count, last_exchange_at, created_at ${copies}`,
  );
  const isCopy = sql`attacker_id >= ${first}`;
  await query(
    db,
    sql`update fights set setup = jsonb_set(jsonb_set(jsonb_set(setup, '{fightId}', to_jsonb(id)),
          '{attacker,id}', to_jsonb(attacker_id)), '{defender,id}', to_jsonb(defender_id)) where ${isCopy}`,
  );
  await query(
    db,
    sql`insert into fight_choices (fight_id, side, move) select id, 'attacker', 'guard' from fights where ${isCopy}`,
  );
  await query(
    db,
    sql`update characters set health = 10000, max_health = 10000, attack = 3, defense = 3,
          open_started_fights = (select count(*) from fights where attacker_id = user_id) where user_id >= ${first}`,
  );
  target.clock.advance(LIMITS.combat.presentMs + 1);
}

const waiting = ({ site }: TestApp) =>
  queryValue<number>(site.db, sql`select count(*)::integer from fights where deadline_at is not null`);

it(`the running site reveals ${AT_ONCE} exchanges after their deadline`, async () => {
  await passDeadlines(running, AT_ONCE);
  await expect.poll(() => waiting(running), { interval: 100 }).toBe(0);
  expect(await queryValue(running.site.db, sql`select count(*)::integer from fight_choices`)).toBe(0);
});

it('one run of the job resolves all passed deadlines', async () => {
  await passDeadlines(app, 120);
  await resolvePassedDeadlines(app.site.db, app.site);
  expect(await waiting(app)).toBe(0);
});
