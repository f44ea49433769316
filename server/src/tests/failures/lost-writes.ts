import { expect } from 'vitest';
import { type Db, run, runValues } from '../../platform/db/db.ts';
import { FIRST_POST, strikeOf, type VirtualUsers } from './virtual-users.ts';

/**
 * Holds what players were told is done against what is stored, once the crowd has stopped: each of it is there once, and
 * nothing else. Answers how much of each there was.
 * @throws the assertion that fails.
 */
export async function findLostWrites({ users: busy }: VirtualUsers, db: Db): Promise<Record<string, number>> {
  const stored = await run<{ id: number; text: string }>(db, 'select id, text from messages', []);
  const messages = busy.flatMap((one) => [...one.messages]);
  expect(stored.map(({ id, text }) => [text, id]).sort()).toEqual(messages.sort());

  const texts = (sql: string) => runValues<string>(db, sql, []);
  const posts = busy.flatMap((one) => [...one.posts]);
  expect((await texts(`select text from posts where text like 'post %'`)).sort()).toEqual(posts.sort());
  const lines = busy.flatMap((one) => [...one.lines]);
  expect((await texts('select text from chat_lines')).sort()).toEqual(lines.sort());

  const strikes = busy.flatMap((one) => one.strikes);
  // Each opens an exchange.
  const inputs = await run<Parameters<typeof strikeOf>[0]>(
    db,
    `select fight_id as fight, (input->>'by')::bigint as by,
       row_number() over (partition by fight_id order by n) as exchange
     from fight_inputs where input->>'kind' = 'attack'`,
    [],
  );
  expect(inputs.map(strikeOf).sort()).toEqual(strikes.sort());

  const likers = await runValues<number>(db, 'select user_id from post_likes where post_id = $1', [
    FIRST_POST,
  ]);
  const ofLikers = busy.filter(({ likes }) => likes).map(({ player }) => player.id);
  expect(likers.sort()).toEqual(ofLikers.sort());

  const bought = await run<{ id: number; times: number }>(
    db,
    `select user_id as id, count(*)::integer as times from coin_ledger where reason = 'purchase' group by 1`,
    [],
  );
  const ofBuyers = busy.map((one) => ({ id: one.player.id, times: one.bought })).filter(({ times }) => times);
  expect(byId(bought)).toEqual(byId(ofBuyers));

  const shown = busy.flatMap((one) => [...one.pictures.keys()]);
  expect((await runValues<number>(db, 'select id from photos', [])).sort()).toEqual(shown.sort());
  for (const one of busy) for (const url of one.pictures.values()) await one.fetchImage(url);

  return {
    messages: messages.length,
    posts: posts.length,
    lines: lines.length,
    strikes: strikes.length,
    purchases: ofBuyers.reduce((sum, { times }) => sum + times, 0),
    'pictures left': shown.length,
  };
}

const byId = <T extends { id: number }>(rows: T[]): T[] => rows.toSorted((a, b) => a.id - b.id);
