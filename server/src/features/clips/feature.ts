import { clips as contract } from '@rivalhold/shared/contract/clips.ts';
import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import Type from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type DbOrTx, queryFirst, sql } from '../../platform/db/db.ts';
import { registerRoutes } from '../../platform/http/routes.ts';
import { serveFiles } from '../../platform/http/send-file.ts';
import { withUpload } from '../../platform/media/uploads.ts';
import type { ReportedContent } from '../../platform/reported-content.ts';
import type { Feature } from '../../platform/site.ts';
import { notBlockedSql } from '../blocks/service.ts';
import { personalData } from './personal-data.ts';
import {
  getClipFile,
  listClips,
  purgeClips,
  removeClip,
  restoreClip,
  toggleLike,
  uploadClip,
  viewClip,
} from './service.ts';

const UPLOAD_RULES = {
  field: 'file',
  others: ['caption'],
  tooLarge: CLIP_TEXTS.tooLarge,
  preview: { field: 'thumb', bytes: 2 * 2 ** 20, tooLarge: CLIP_TEXTS.thumbTooLarge },
};

const ReportedClip = Type.Object({
  ownerId: column.integer,
  text: column.text,
  kind: column.text,
  key: column.text,
  createdAt: column.date,
});

/** Return a clip as reportable content, or undefined if it has expired or is not visible to the viewer. */
async function getReportedClip(
  db: DbOrTx,
  { id, viewerId, now }: { id: number; viewerId: number; now: Date },
): Promise<ReportedContent | undefined> {
  const clip = await queryFirst(
    db,
    ReportedClip,
    sql`select user_id as "ownerId", caption as text, kind, file_key as key, created_at as "createdAt"
     from clips where id = ${id} and expires_at > ${now} and ${notBlockedSql(viewerId, sql`user_id`)}`,
  );
  if (!clip) return undefined;
  const { kind, key, ...copy } = clip;
  return { ...copy, media: [{ url: `/media/clips/${id}`, kind, key }], link: null };
}

export const clips: Feature = {
  name: 'clips',
  routes(http, site) {
    registerRoutes(http, site, contract.routes, {
      'GET /api/clips/feed': async ({ db, session, query }) =>
        listClips(db, site, { ...query, viewerId: session.user.id }),

      'POST /api/clips': async ({ session, request, commitResponse }) =>
        withUpload(site, request, { userId: session.user.id, ...UPLOAD_RULES }, (upload) =>
          uploadClip(site.db, site, { upload, caption: upload.fields.caption, commitResponse }),
        ),

      'POST /api/clips/{id}/like': async ({ db, session, params }) =>
        toggleLike(db, site, { clipId: params.id, user: session.user }),

      'POST /api/clips/{id}/view': async ({ db, session, params }) =>
        viewClip(db, site, { clipId: params.id, userId: session.user.id }),

      'DELETE /api/clips/{id}': async ({ db, session, params, body: reason }) => {
        await removeClip(db, site, { id: params.id, viewer: session.user, reason });
        return { deleted: 'clip' as const };
      },
    });

    serveFiles(http, site, { folder: 'clips', parts: ['file', 'thumb'] }, (which) =>
      getClipFile(site.db, site, which),
    );
  },
  jobs(site) {
    site.jobs.define('clips.purge', { cron: '* * * * *', run: () => purgeClips(site.db, site) });
  },
  reportable: { clip: { reported: getReportedClip, remove: removeClip } },
  restorable: { clip: restoreClip },
  personalData,
};
