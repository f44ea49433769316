import { type Db, literal, query, sql, type Tx } from '../../platform/db/db.ts';
import { deleteFilesAfterCommit } from '../../platform/files/stored-files.ts';
import { type ExportFile, exportFilesIn } from '../../platform/personal-data/export-rows.ts';
import type { Site } from '../../platform/site.ts';
import { type FileKeys, keysOf } from './queries.ts';

const BATCH_SIZE = 100;

/**
 * Deletes some uploads that a player who left did not send, and the files of some that they did: those show as expired
 * in the conversation from now on. Answers whether none are left.
 */
export async function erasePlayer(tx: Tx, site: Site, userId: number): Promise<boolean> {
  const unsent = await query<FileKeys>(
    tx,
    sql`delete from attachments where owner_id = ${userId} and message_id is null
     returning file_key, thumb_key`,
  );
  const sent = await query<FileKeys>(
    tx,
    sql`with left_behind as (
       select id, file_key, thumb_key from attachments where owner_id = ${userId} and file_key is not null
       order by id limit ${literal(BATCH_SIZE)} for update
     )
     update attachments a set file_key = null, thumb_key = null, bytes = 0, expires_at = ${site.clock.now()}
     from left_behind l where a.id = l.id returning l.file_key, l.thumb_key`,
  );
  await deleteFilesAfterCommit(tx, site, keysOf([...unsent, ...sent]));
  return sent.length === 0;
}

/** What a player uploaded to send with messages, and is to stay; what others sent them is others'. */
export const exportFiles = (db: Db, userId: number): AsyncGenerator<ExportFile> =>
  exportFilesIn(
    'attachments',
    db,
    (afterId, limit) => sql`select id, file_key from attachments
  where owner_id = ${userId} and id > ${afterId} and file_key is not null and not temporary
  order by id limit ${limit}`,
  );
