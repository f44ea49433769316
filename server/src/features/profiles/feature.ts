import { extname } from 'node:path';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import { PROFILE_TEXT_FIELD_NAMES } from '@rivalhold/shared/profiles.ts';
import Type from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type Db, identifier, join, query, queryFirstValue, sql, type Tx } from '../../platform/db/db.ts';
import { type ExportFile, type ExportSections, readAll } from '../../platform/personal-data/export-rows.ts';
import {
  type PurgedItem,
  type SelectedFiles,
  selectedFilesSql,
} from '../../platform/personal-data/selected-files.ts';
import type { Feature, Site } from '../../platform/site.ts';
import { clearAvatar, restoreProfile, setAvatar } from './editing.ts';
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

const AvatarUrl = Nullable(column.text);

/**
 * Return the file of an uploaded avatar. If the avatar is a photo from the gallery, it is exported with the photos
 * instead.
 */
async function* exportFiles(db: Db, userId: number): AsyncGenerator<ExportFile> {
  const url = await queryFirstValue(db, AvatarUrl, sql`select avatar_url from users where id = ${userId}`);
  const key = url?.replace('/media/', '');
  if (key?.startsWith('avatars/')) yield { name: `avatar${extname(key)}`, key };
}

const Avatar = Type.Object({ ownerId: column.integer, key: column.text });

/** Clear the avatars whose files are selected. Return these files and their owners. */
async function purgeFiles(tx: Tx, site: Site, of: SelectedFiles): Promise<PurgedItem[]> {
  const avatars = await query(
    tx,
    Avatar,
    sql`select id as "ownerId", substr(avatar_url, 8) as key from users
        where avatar_url is not null and deleted_at is null
          and ${selectedFilesSql(of, { owner: sql`id`, keys: [sql`substr(avatar_url, 8)`] })} order by id`,
  );
  for (const { ownerId } of avatars) await setAvatar(tx, site, ownerId, null);
  return avatars.map(({ ownerId, key }) => ({ ownerId, files: [key] }));
}

export const profiles: Feature = {
  name: 'profiles',
  routes: profileRoutes,
  reportable: { profile: { reported: getReportedProfile, remove: clearProfile } },
  restorable: { avatar: restoreProfile, profile: restoreProfile },
  removable: { avatar: (tx, site, { id, ...by }) => clearAvatar(tx, site, { userId: id, ...by }) },
  personalData: {
    sections: exportSections,
    files: exportFiles,
    purgeFiles,
    storage: { 'avatars/': ['erased', true] },
  },
};
