import { expect } from 'vitest';
import { type Db, type Sql, sql } from '../../platform/db/db.ts';
import { query, queryValues } from '../../testing/queries.ts';
import { FIRST_POST, strikeOf, type VirtualUsers } from './virtual-users.ts';

/**
 * Expect that every acknowledged action of the stopped virtual users is stored exactly once, and that no
 * unacknowledged action is stored. Only exchanges of fights may be stored without an acknowledgement. Return the number
 * of acknowledged actions by kind.
 * @throws the failed assertion
 */
export async function findLostWrites(
  { users: virtualUsers }: VirtualUsers,
  db: Db,
): Promise<Record<string, number>> {
  const stored = await query<{ id: number; text: string }>(db, sql`select id, text from messages`);
  const messages = virtualUsers.flatMap((one) => [...one.messages]);
  expect(stored.map(({ id, text }) => [text, id]).sort()).toEqual(messages.sort());

  const texts = async (statement: Sql) => (await queryValues<string>(db, statement)).sort();
  const posts = virtualUsers.flatMap((one) => [...one.posts]);
  expect(await texts(sql`select text from posts where text like 'post %'`)).toEqual(posts.sort());
  const lobbyMessages = virtualUsers.flatMap((one) => [...one.lobbyMessages]);
  expect(await texts(sql`select text from chat_messages`)).toEqual(lobbyMessages.sort());

  const strikes = virtualUsers.flatMap((one) => one.strikes);
  // Each acknowledged exchange must be stored. An exchange can also be stored without an acknowledgement: if the
  // response was lost, or if the move was still secret at that time and the response therefore contained no exchange.
  const inputs = await query<Parameters<typeof strikeOf>[0]>(
    db,
    sql`select fight_id as fight, row_number() over (partition by fight_id order by seq) as exchange
     from fight_inputs where input->>'kind' = 'exchange'`,
  );
  const exchanges = new Set(inputs.map(strikeOf));
  expect(strikes.filter((strike) => !exchanges.has(strike))).toEqual([]);
  expect(new Set(strikes).size).toBe(strikes.length);

  const likers = await queryValues<number>(
    db,
    sql`select user_id from post_likes where post_id = ${FIRST_POST}`,
  );
  const ofLikers = virtualUsers.filter(({ likes }) => likes).map(({ player }) => player.id);
  expect(likers.sort()).toEqual(ofLikers.sort());

  const bought = await query<{ id: number; times: number }>(
    db,
    sql`select user_id as id, count(*)::integer as times from coin_ledger where reason = 'purchase' group by 1`,
  );
  const ofBuyers = virtualUsers
    .map((one) => ({ id: one.player.id, times: one.bought }))
    .filter(({ times }) => times);
  expect(byId(bought)).toEqual(byId(ofBuyers));

  const shown = virtualUsers.flatMap((one) => [...one.pictures.keys()]);
  expect((await queryValues<number>(db, sql`select id from photos`)).sort()).toEqual(shown.sort());
  for (const one of virtualUsers) for (const url of one.pictures.values()) await one.fetchImage(url);

  return {
    messages: messages.length,
    posts: posts.length,
    'Lobby messages': lobbyMessages.length,
    attacks: strikes.length,
    purchases: ofBuyers.reduce((sum, { times }) => sum + times, 0),
    'pictures left': shown.length,
  };
}

const byId = <T extends { id: number }>(rows: T[]): T[] => rows.toSorted((a, b) => a.id - b.id);
