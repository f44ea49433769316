import Type from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type Db, execute, literal, query, sql, type Tx } from '../../platform/db/db.ts';
import { deleteFilesAfterCommit } from '../../platform/files/stored-files.ts';
import { ALL_ROWS, EXPORTED_AS_FILE, INTERNAL, SELF } from '../../platform/personal-data/declaration.ts';
import { type ExportFile, exportFilesIn } from '../../platform/personal-data/export-rows.ts';
import {
  type PurgedItem,
  type SelectedFiles,
  selectedFilesSql,
} from '../../platform/personal-data/selected-files.ts';
import type { PersonalData, Site } from '../../platform/site.ts';
import { FileKeys, keysOf } from './queries.ts';

const BATCH_SIZE = 100;

/**
 * Delete a player's unsent uploads, and a batch of the player's sent files. Conversations then show the sent files as
 * expired. Return true if nothing is left to delete.
 */
export async function erasePlayer(tx: Tx, site: Site, userId: number): Promise<boolean> {
  const unsent = await query(
    tx,
    FileKeys,
    sql`delete from attachments where owner_id = ${userId} and message_id is null
     returning file_key, thumb_key`,
  );
  const sent = await query(
    tx,
    FileKeys,
    sql`with batch as (
       select id, file_key, thumb_key from attachments where owner_id = ${userId} and file_key is not null
       order by id limit ${literal(BATCH_SIZE)} for update
     )
     update attachments a set file_key = null, thumb_key = null, bytes = 0, expires_at = ${site.clock.now()}
     from batch b where a.id = b.id returning b.file_key, b.thumb_key`,
  );
  await deleteFilesAfterCommit(tx, site, keysOf([...unsent, ...sent]));
  return sent.length === 0;
}

const StoredFile = Type.Object({ ...FileKeys.properties, id: column.integer, owner_id: column.integer });

/**
 * Delete a batch of the selected files, and return their owners and keys. Also delete the attachments of unsent files.
 * Conversations then show sent files as expired.
 */
async function purgeFiles(tx: Tx, site: Site, of: SelectedFiles): Promise<PurgedItem[]> {
  const selected = selectedFilesSql(of, {
    folder: 'attachments',
    owner: sql`owner_id`,
    keys: [sql`file_key`, sql`thumb_key`],
  });
  const files = await query(
    tx,
    StoredFile,
    sql`select id, owner_id, file_key, thumb_key from attachments where file_key is not null and ${selected}
        order by id limit ${literal(BATCH_SIZE)} for update`,
  );
  const ids = files.map(({ id }) => id);
  await execute(tx, sql`delete from attachments where id = any (${ids}::bigint[]) and message_id is null`);
  await execute(
    tx,
    sql`update attachments set file_key = null, thumb_key = null, bytes = 0, expires_at = ${site.clock.now()}
        where id = any (${ids}::bigint[])`,
  );
  await deleteFilesAfterCommit(tx, site, keysOf(files));
  return files.map(({ id, owner_id: ownerId, ...keys }) => ({
    ownerId,
    files: [...keysOf([keys]), `attachments/${id}`],
  }));
}

/** Return the files that a player uploaded for messages, except temporary ones. */
const exportFiles = (db: Db, userId: number): AsyncGenerator<ExportFile> =>
  exportFilesIn(
    'attachments',
    db,
    (afterId, limit) => sql`select id, file_key from attachments
  where owner_id = ${userId} and id > ${afterId} and file_key is not null and not temporary
  order by id limit ${limit}`,
  );

const MESSAGE = { retained: 'the receiver keeps the message with the attachment' };
const LINK = { omitted: 'it describes a file that is in the export, or content of another site' };

export const personalData: PersonalData = {
  erase: erasePlayer,
  files: exportFiles,
  purgeFiles,
  storage: { 'attachments/': ['erased', true] },
  tables: {
    attachments: {
      retention: 'content',
      rows: (userId) => sql`owner_id = ${userId}`,
      notInCopy: ALL_ROWS,
      columns: {
        id: [MESSAGE, { exportedAs: 'messages.attachments' }],
        owner_id: [MESSAGE, SELF],
        receiver_id: [MESSAGE, { omitted: 'the message is in the export' }],
        message_id: [MESSAGE, { omitted: 'the message is in the export' }],
        position: [MESSAGE, { omitted: 'the message is in the export' }],
        kind: [MESSAGE, { exportedAs: 'messages.attachments' }],
        file_key: ['erased', EXPORTED_AS_FILE],
        thumb_key: ['erased', EXPORTED_AS_FILE],
        bytes: ['erased', EXPORTED_AS_FILE],
        url: [MESSAGE, { exportedAs: 'messages.attachments' }],
        provider: [MESSAGE, LINK],
        provider_id: [MESSAGE, LINK],
        mime: [MESSAGE, LINK],
        duration_ms: [MESSAGE, LINK],
        width: [MESSAGE, LINK],
        height: [MESSAGE, LINK],
        temporary: [MESSAGE, INTERNAL],
        expires_at: [MESSAGE, INTERNAL],
        created_at: [MESSAGE, { omitted: 'the message is in the export' }],
      },
    },
  },
};
