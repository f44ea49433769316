import { type Db, sql } from '../../platform/db/db.ts';
import { type ExportSections, readInBatches } from '../../platform/personal-data/export-rows.ts';
import { fullText, type MessageRow } from './presenters.ts';

/** What a player said in the lobby, as far as it is kept. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  'lobby-lines': messagesOf(db, userId),
});

async function* messagesOf(db: Db, userId: number): AsyncGenerator<object> {
  const rows = readInBatches<Omit<MessageRow, 'links'> & { username: string }>(
    db,
    (afterId, limit) => sql`
      select l.id, l.type, l.text, l.created_at, u.username
      from (
        select * from chat_messages where user_id = ${userId} and id > ${afterId} and deleted_at is null
        order by id limit ${limit}
      ) l
      join users u on u.id = l.user_id order by l.id`,
  );
  for await (const row of rows)
    yield { id: row.id, type: row.type, text: fullText(row, row.username), createdAt: row.created_at };
}
