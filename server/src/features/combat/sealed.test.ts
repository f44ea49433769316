import type { Move } from '@rivalhold/shared/contract/combat.ts';
import { type DestinationStream, pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { raw, sql } from '../../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { choose, livePairOf, openFightOf, setCharacter, strike } from './testing.ts';

/**
 * While a move is sealed, nothing may reveal it. These tests search everything that the site sends and
 * stores.
 */
const app = useTestApp();

const DRAUGHT = 1;
const POT = 12;
const KEY = { 'idempotency-key': 'a-sealed-move' };
/**
 * Matches the SQL statements that a choice runs. The site also runs other statements at any time, such as those of its
 * jobs.
 */
const OF_FIGHTS = /\b(fights|fight_choices|idempotency_keys)\b/;
/** Texts that the site has sent or stored, keyed by their source. */
type Outputs = Record<string, string>;

const CHOICES: Record<
  Move,
  (one: TestPlayer, other: TestPlayer) => Promise<{ status: number; body: object }>
> = {
  strike: (one, other) => choose(one, other, 'strike', KEY),
  guard: (one, other) => choose(one, other, 'guard', KEY),
  feint: (one, other) => choose(one, other, 'feint', KEY),
  heavy: (one, other) => choose(one, other, 'heavy', KEY),
  heal: (one) => one.call('POST /api/combat/manual-heal', { headers: KEY }),
  item: (one, other) =>
    one.call('POST /api/combat/use-item', { body: { itemId: POT, targetId: other.id }, headers: KEY }),
};
const MOVES = Object.keys(CHOICES) as Move[];
/** Moves that clients send to the same route. The responses to these moves must not differ. */
const ATTACKS: readonly Move[] = ['strike', 'guard', 'feint', 'heavy'];

/**
 * Return a live fight in which every move is possible, because the attacker has 2 focus, has energy, and has lost
 * health.
 */
async function readyPair() {
  const pair = await livePairOf(app);
  await query(
    app.site.db,
    sql`update fights set state = jsonb_set(state, '{attacker,focus}', '2') where id = ${pair.fightId}`,
  );
  await setCharacter(app, pair.one, { energy: 100, health: 5_000 });
  await openFightOf(pair.one, pair.other);
  return pair;
}

/** Return all rows of the database except the sealed choices. */
async function readTables(): Promise<Outputs> {
  const tables = await query<{ name: string }>(
    app.site.db,
    sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
        and relname <> 'fight_choices' order by relname`,
  );
  const outputs: Outputs = {};
  for (const { name } of tables) {
    const rows = await query<{ row: string }>(
      app.site.db,
      // Leave out `request_hash`: it differs for each move, but does not reveal the move, because it is keyed with a
      // secret of the site. Leave out `response`: a heal or an item has other response fields than an attack.
      sql`select (to_jsonb(t) - 'request_hash' - 'response')::text as row from ${raw(`"${name}"`)} t order by 1`,
    );
    outputs[`table ${name}`] = rows.map(({ row }) => row).join('\n');
  }
  return outputs;
}

/** Return all lines that the site logs during `work`, at every level. */
async function logOf(work: () => Promise<unknown>): Promise<string> {
  const lines: string[] = [];
  const { log } = app.site;
  const stream = (log as unknown as Record<symbol, DestinationStream>)[pino.symbols.streamSym]!;
  const writing = vi.spyOn(stream, 'write').mockImplementation((line) => void lines.push(line));
  const { level } = log;
  log.level = 'trace';
  await work();
  log.level = level;
  writing.mockRestore();
  return lines.join('').replaceAll(/"(time|ms|reqId)":("[^"]*"|[\d.]+)/g, '"$1":0');
}

it('a sealed move appears nowhere except in the table `fight_choices`', async () => {
  const { one, other, fightId } = await readyPair();
  const events: Outputs = {};
  // Events that a client receives at an unpredictable time after it has connected. They are ignored.
  const connectionEvents = ['online users', 'notify:counts'];
  for (const [name, player] of Object.entries({ player: one, opponent: other }))
    (await player.socket()).onAny((event, payload) => {
      if (!connectionEvents.includes(event)) events[name] += `${event} ${JSON.stringify(payload)}\n`;
    });
  const paths = (id: number, opponentId: number) => [
    `/api/combat/${id}?opponentId=${opponentId}`,
    '/api/combat/open',
    '/api/activity',
    '/api/notifications',
    ...['game', 'inventory', 'inventory/user', 'profiles'].map((name) => `/api/${name}/${one.id}`),
  ];
  const [before] = await query<{ live: object; deadline: Date; revision: number }>(
    app.site.db,
    sql`select live, deadline_at as deadline, revision from fights where id = ${fightId}`,
  );

  const outputsOf = async (move: Move): Promise<Outputs> => {
    events.player = '';
    events.opponent = '';
    let response: { status: number; body: object } | undefined;
    // Use a set to ignore repeated statements, because a busy database can make the site repeat a transaction.
    const statements = new Set<string>();
    const log = await logOf(async () => {
      app.queryHooks.before = ({ text }) => {
        if (OF_FIGHTS.test(text)) statements.add(text);
      };
      response = await CHOICES[move](one, other).finally(() => delete app.queryHooks.before);
      for (const name of ['player', 'opponent'])
        await expect.poll(() => events[name]).toMatch(/fight:sealed.*\n.*combatStateUpdate/s);
    });
    expect([move, response]).toMatchObject([move, { status: 200, body: { sealed: true } }]);
    expect(log).toContain('"route":"/api/combat/choice"');
    const outputs: Outputs = { log, ...(await readTables()) };
    for (const [name, text] of Object.entries(events)) outputs[`events of the ${name}`] = text;
    for (const path of paths(one.id, other.id)) outputs[`own ${path}`] = await textOf(one, path);
    for (const path of paths(other.id, one.id)) outputs[`opponent's ${path}`] = await textOf(other, path);
    if (ATTACKS.includes(move)) {
      outputs.response = JSON.stringify(response?.body);
      // Compare the SQL statements, too, because an additional statement would delay the response, and the delay would
      // reveal the move.
      outputs.statements = [...statements].join('\n');
    }
    await query(app.site.db, sql`delete from idempotency_keys where user_id = ${one.id}`);
    await query(app.site.db, sql`delete from fight_choices where fight_id = ${fightId}`);
    await query(
      app.site.db,
      sql`update fights set live = ${JSON.stringify(before?.live)}::jsonb, deadline_at = ${before?.deadline ?? null},
          attacker_last_action_at = null, revision = ${before?.revision ?? 0} where id = ${fightId}`,
    );
    return outputs;
  };
  // Ignore the outputs of the first request, because it also fills caches and stores regenerated health.
  await outputsOf('strike');
  const first = await outputsOf('strike');
  expect(Object.keys(first)).toEqual(expect.arrayContaining(['table fights', 'table fight_inputs']));
  expect(first['table idempotency_keys']).toContain('/api/combat/choice');
  expect(first.statements).toContain('insert into fight_choices');
  for (const move of MOVES.slice(1)) {
    const outputs = await outputsOf(move);
    const differing = Object.keys(outputs).filter((name) => outputs[name] !== first[name]);
    expect([move, differing]).toEqual([move, []]);
  }
  const metrics = await textOf(one, '/metrics');
  expect(metrics).toContain('rivalhold_');
  for (const name of [...ATTACKS, 'attack', 'manual-heal', 'use-item']) expect(metrics).not.toContain(name);
});

const textOf = async (player: TestPlayer, path: string): Promise<string> => (await player.fetch(path)).text();

it('a draught in a sealed choice is used up only when the choice is revealed', async () => {
  const { one, other } = await readyPair();
  const inventory = () => textOf(one, `/api/inventory/user/${one.id}`);
  const before = await inventory();
  const use = { body: { itemId: DRAUGHT, targetId: one.id } };
  expect((await one.call('POST /api/combat/use-item', use)).body.sealed).toBe(true);
  expect(await inventory()).toBe(before);
  const { body } = await strike(other, one);
  expect(body.lines[0]).toMatchObject({ attacker: { itemId: DRAUGHT } });
  expect(await inventory()).not.toBe(before);
});
