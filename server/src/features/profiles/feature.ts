import { extname } from 'node:path';
import { PROFILE_TEXT_FIELD_NAMES } from '@rivalhold/shared/profiles.ts';
import { type Db, identifier, join, query, sql } from '../../platform/db/db.ts';
import { type ExportFile, type ExportSections, readAll } from '../../platform/personal-data/export-rows.ts';
import type { Feature } from '../../platform/site.ts';
import { restoreProfile } from './editing.ts';
import { clearProfile, getReportedProfile } from './reported-content.ts';
import { profileRoutes } from './routes.ts';

/** Return the fields of a player's profile. */
const exportSections = (db: Db, userId: number): ExportSections => ({
  profile: readAll(
    db,
    sql`select status_message as "statusMessage", age, sex, relationship_status as "relationshipStatus",
          ${join(PROFILE_TEXT_FIELD_NAMES.map(identifier))}, avatar_url as "avatarUrl"
        from users where id = ${userId}`,
  ),
});

/**
 * Return the file of an uploaded avatar. If the avatar is a photo from the gallery, it is exported with the photos
 * instead.
 */
async function* exportFiles(db: Db, userId: number): AsyncGenerator<ExportFile> {
  const rows = await query<{ avatar_url: string | null }>(
    db,
    sql`select avatar_url from users where id = ${userId}`,
  );
  const key = rows[0]?.avatar_url?.replace('/media/', '');
  if (key?.startsWith('avatars/')) yield { name: `avatar${extname(key)}`, key };
}

export const profiles: Feature = {
  name: 'profiles',
  routes: profileRoutes,
  reportable: { profile: { reported: getReportedProfile, remove: clearProfile } },
  restorable: { avatar: restoreProfile, profile: restoreProfile },
  personalData: {
    sections: exportSections,
    files: exportFiles,
    storage: { 'avatars/': ['erased', true] },
  },
};
