import { extname } from 'node:path';
import { PROFILE_TEXT_FIELD_NAMES } from '@rivalhold/shared/profiles.ts';
import { type Db, identifier, join, query, sql } from '../../platform/db/db.ts';
import { type ExportFile, type ExportSections, readAll } from '../../platform/personal-data/export-rows.ts';

/** What a player tells of themselves on their profile. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  profile: readAll(
    db,
    sql`select status_message as "statusMessage", age, sex, relationship_status as "relationshipStatus",
          ${join(PROFILE_TEXT_FIELD_NAMES.map(identifier))}, avatar_url as "avatarUrl"
        from users where id = ${userId}`,
  ),
});

/** The file of an avatar that was uploaded as such; one that is a photo is among the photos. */
export async function* exportFiles(db: Db, userId: number): AsyncGenerator<ExportFile> {
  const rows = await query<{ avatar_url: string | null }>(
    db,
    sql`select avatar_url from users where id = ${userId}`,
  );
  const key = rows[0]?.avatar_url?.replace('/media/', '');
  if (key?.startsWith('avatars/')) yield { name: `avatar${extname(key)}`, key };
}
