import Type from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type Db, execute, query, sql, type Tx } from '../../platform/db/db.ts';
import { deleteFilesAfterCommit } from '../../platform/files/stored-files.ts';
import { ALL_ROWS, INTERNAL, SELF } from '../../platform/personal-data/declaration.ts';
import { type ExportSections, exportInBatches } from '../../platform/personal-data/export-rows.ts';
import {
  isAddressWithId,
  ownerInKey,
  type PurgedItem,
  type SelectedFiles,
  selectedFilesSql,
} from '../../platform/personal-data/selected-files.ts';
import { lockUser } from '../../platform/security/account-status.ts';
import type { PersonalData, Site } from '../../platform/site.ts';

/**
 * Return the reports that a player sent, and whether staff acted on each of them. The reported content is not included,
 * because it belongs to other players.
 */
const exportSections = (db: Db, userId: number): ExportSections => ({
  reports: exportInBatches(
    db,
    (afterId, limit) => sql`
      select id, kind, subject_id as "subjectId", reason, network, state, outcome <> 'dismiss' as acted,
        created_at as "createdAt", resolved_at as "resolvedAt"
      from reports where reporter_id = ${userId} and id > ${afterId} order by id limit ${limit}`,
  ),
});

const DeletedCopy = Type.Object({ key: column.text, source: column.text, ownerId: column.integer });

/**
 * Delete files that were copied into reports. A copy is deleted if the copy itself or its original is among the
 * selected files. Return the deleted copies with the paths of their originals. The reports stay.
 */
async function purgeFiles(tx: Tx, site: Site, of: SelectedFiles): Promise<PurgedItem[]> {
  const reportedId = sql`(select reported_id from reports where id = report_id)`;
  let selected = selectedFilesSql(of, {
    folder: 'reports',
    owner: reportedId,
    keys: [sql`file_key`, sql`source`],
  });
  if ('userId' in of) {
    // Lock the player, so that no report that copies their files is stored concurrently. Storing a report takes the
    // same lock.
    await lockUser(tx, of.userId);
    // Other players' forum posts can contain this player's public images.
    const images = [`photos/${of.userId}-%`, `avatars/${of.userId}-%`];
    selected = sql`(${selected} or source like any (${images}::text[]))`;
  }
  const copies = await query(
    tx,
    DeletedCopy,
    sql`delete from report_media where file_key is not null and ${selected}
        returning file_key as key, source, ${reportedId} as "ownerId"`,
  );
  await deleteFilesAfterCommit(
    tx,
    site,
    copies.map(({ key }) => key),
  );
  // If the path of an original contains the id of a file instead of a key, the original belongs to the reported player.
  // Any other original can belong to another player or site, because a forum post can contain any picture. The owner of
  // such an original is known only if it is a photo or avatar, because its key then contains the owner's id.
  return copies.map(({ key, source, ownerId }) => ({
    ownerId: isAddressWithId(source) ? ownerId : ownerInKey(source),
    files: [key, source],
  }));
}

const REPORT = {
  retained: 'otherwise deleting the account would end a report; copies are deleted after 30 days',
};
const OF_OTHERS = { omitted: 'it is about the reported player' };
const OF_STAFF = { omitted: 'staff are not named to players' };

export const personalData: PersonalData = {
  erase: async (tx, _site, userId) => {
    await execute(
      tx,
      sql`update reports set network = null where reporter_id = ${userId} and network is not null`,
    );
    return true;
  },
  sections: exportSections,
  purgeFiles,
  storage: { 'reports/': [REPORT, OF_OTHERS] },
  tables: {
    reports: {
      retention: 'records',
      addresses: { network: 'created_at' },
      rows: (userId) => sql`${userId} in (reporter_id, reported_id)`,
      notInCopy: ALL_ROWS,
      section: 'reports',
      columns: {
        id: [REPORT, true],
        kind: [REPORT, true],
        subject_id: [REPORT, true],
        reporter_id: [REPORT, SELF],
        reported_id: [REPORT, OF_OTHERS],
        reason: [REPORT, true],
        network: ['erased', true],
        state: [REPORT, true],
        outcome: [REPORT, { exportedAs: 'reports.acted' }],
        assignee_id: [REPORT, OF_STAFF],
        resolved_by: [REPORT, OF_STAFF],
        has_copy: [REPORT, INTERNAL],
        copy_text: [REPORT, OF_OTHERS],
        copy_link: [REPORT, OF_OTHERS],
        copy_at: [REPORT, OF_OTHERS],
        created_at: [REPORT, true],
        resolved_at: [REPORT, true],
      },
    },
    report_media: {
      retention: 'reportCopies',
      rows: (userId) =>
        sql`report_id in (select id from reports where ${userId} in (reporter_id, reported_id))`,
      notInCopy: ALL_ROWS,
      columns: {
        id: [REPORT, OF_OTHERS],
        report_id: [REPORT, OF_OTHERS],
        position: [REPORT, OF_OTHERS],
        kind: [REPORT, OF_OTHERS],
        file_key: [REPORT, OF_OTHERS],
        source: [REPORT, OF_OTHERS],
        url: [REPORT, OF_OTHERS],
      },
    },
    report_notes: {
      retention: 'records',
      rows: (userId) => sql`author_id = ${userId}`,
      notInCopy: ALL_ROWS,
      columns: {
        id: [REPORT, { omitted: 'notes are for staff only' }],
        report_id: [REPORT, { omitted: 'notes are for staff only' }],
        author_id: [REPORT, { omitted: 'notes are for staff only' }],
        text: [REPORT, { omitted: 'notes are for staff only' }],
        created_at: [REPORT, { omitted: 'notes are for staff only' }],
      },
    },
  },
};
