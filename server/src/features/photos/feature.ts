import Type from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type DbOrTx, queryFirst, sql } from '../../platform/db/db.ts';
import { type ReportedContent, toStoredMedia } from '../../platform/reported-content.ts';
import type { Feature } from '../../platform/site.ts';
import { notBlockedSql } from '../blocks/service.ts';
import { personalData } from './personal-data.ts';
import { photoRoutes } from './routes.ts';
import { removePhoto, restorePhoto } from './service.ts';

const ReportedPhoto = Type.Object({
  user_id: column.integer,
  caption: column.text,
  file_key: column.text,
  created_at: column.date,
});

/** Return a photo as reportable content, or undefined if the photo is not visible to the viewer. */
async function getReportedPhoto(
  db: DbOrTx,
  { id, viewerId }: { id: number; viewerId: number },
): Promise<ReportedContent | undefined> {
  const row = await queryFirst(
    db,
    ReportedPhoto,
    sql`select user_id, caption, file_key, created_at from photos
     where id = ${id} and ${notBlockedSql(viewerId, sql`user_id`)}`,
  );
  if (!row) return undefined;
  return {
    ownerId: row.user_id,
    text: row.caption,
    media: [toStoredMedia(`/media/${row.file_key}`, 'image')],
    link: `/gallery/${row.user_id}`,
    createdAt: row.created_at,
  };
}

export const photos: Feature = {
  name: 'photos',
  routes: photoRoutes,
  reportable: {
    photo: {
      reported: getReportedPhoto,
      remove: (tx, site, { id, ...by }) => removePhoto(tx, site, { photoId: id, ...by }),
    },
  },
  restorable: { photo: restorePhoto },
  personalData,
};
