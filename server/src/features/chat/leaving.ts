import type { Db } from '../../platform/db/db.ts';
import { bitByBit, type Taken } from '../../platform/personal-data/export-rows.ts';
import { type LineRow, textOf } from './presenters.ts';

/** What a player said in the lobby, as far as it is kept. */
export const exportOf = (db: Db, userId: number): Taken => ({ 'lobby-lines': linesOf(db, userId) });

async function* linesOf(db: Db, userId: number): AsyncGenerator<object> {
  const rows = bitByBit<Omit<LineRow, 'links'> & { username: string }>(
    db,
    `select l.id, l.type, l.text, l.created_at, u.username
     from (select * from chat_lines where user_id = $1 and id > $2 and deleted_at is null order by id limit $3) l
     join users u on u.id = l.user_id order by l.id`,
    userId,
  );
  for await (const row of rows)
    yield { id: row.id, type: row.type, text: textOf(row, row.username), createdAt: row.created_at };
}
