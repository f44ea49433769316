import { column } from '../../platform/db/columns.ts';
import { type Db, execute, literal, queryValues, sql, type Tx } from '../../platform/db/db.ts';
import { ALL_ROWS, INTERNAL, SELF } from '../../platform/personal-data/declaration.ts';
import { type ExportSections, exportInBatches } from '../../platform/personal-data/export-rows.ts';
import type { PersonalData, Site } from '../../platform/site.ts';
import { emitCounts } from './count-updates.ts';

const BATCH_SIZE = 500;

/**
 * Delete a player's notifications, and one batch of other players' notifications that the player caused. Also remove
 * the player from one batch of grouped "like" notifications. Return true if neither batch found any rows.
 */
export async function erasePlayer(tx: Tx, site: Site, userId: number): Promise<boolean> {
  await execute(tx, sql`delete from notifications where user_id = ${userId}`);
  const recipients = await queryValues(
    tx,
    column.integer,
    sql`delete from notifications where id in (
       select id from notifications where actor_id = ${userId}
       order by id limit ${literal(BATCH_SIZE)} for update)
     returning user_id`,
  );
  for (const other of recipients) emitCounts(tx, site, other);
  const remaining = await queryValues(
    tx,
    column.integer,
    sql`update notifications set actor_ids = array_remove(actor_ids, ${userId}::bigint) where id in (
       select id from notifications where type = 'like' and actor_ids @> array[${userId}::bigint]
       limit ${literal(BATCH_SIZE)} for update)
     returning id`,
  );
  return recipients.length === 0 && remaining.length === 0;
}

/** Return a player's notifications that are not purged yet. */
const exportSections = (db: Db, userId: number): ExportSections => ({
  notifications: exportInBatches(
    db,
    (afterId, limit) => sql`select id, type, title, text, link, created_at as "createdAt", read_at as "readAt"
     from notifications where user_id = ${userId} and id > ${afterId} order by id limit ${limit}`,
  ),
});

export const personalData: PersonalData = {
  erase: erasePlayer,
  sections: exportSections,
  tables: {
    notifications: {
      retention: 'notifications',
      rows: (userId) => sql`${userId} in (user_id, actor_id)`,
      notInCopy: ALL_ROWS,
      section: 'notifications',
      columns: {
        id: ['erased', true],
        user_id: ['erased', SELF],
        type: ['erased', true],
        title: ['erased', true],
        text: ['erased', true],
        link: ['erased', true],
        actor_id: [
          'erased',
          { omitted: 'the text names the other player, and the link leads to the content' },
        ],
        actor_ids: [
          'erased',
          { omitted: 'the text names the other player, and the link leads to the content' },
        ],
        post_id: [
          'erased',
          { omitted: 'the text names the other player, and the link leads to the content' },
        ],
        collapse_key: ['erased', INTERNAL],
        content_keys: ['erased', INTERNAL],
        event_count: ['erased', INTERNAL],
        position: ['erased', INTERNAL],
        created_at: ['erased', true],
        read_at: ['erased', true],
      },
    },
  },
};
