import type { StaffReason } from '@rivalhold/shared/contract/decisions.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import { imageKeys } from '@rivalhold/shared/image-sizes.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import {
  mapProfileTextFields,
  PROFILE_TEXT_FIELDS,
  type ProfileTextField,
  RELATIONSHIPS,
  SEXES,
} from '@rivalhold/shared/profiles.ts';
import { ROLE_RANKS, type Viewer } from '@rivalhold/shared/roles.ts';
import { STAFF_ERRORS } from '@rivalhold/shared/texts/moderation.ts';
import { PROFILE_TEXTS as TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { STAFF_LIMIT_TEXTS } from '@rivalhold/shared/texts/staff-actions.ts';
import { collapseBlankLines, MAX_LINES, visibleLength } from '@rivalhold/shared/visible-text.ts';
import Type from 'typebox';
import { column } from '../../platform/db/columns.ts';
import { type Db, type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError, invalidFieldsError, throwIfInvalid } from '../../platform/errors.ts';
import { deleteFilesAfterCommit } from '../../platform/files/stored-files.ts';
import { assertNotMuted, isMuted } from '../../platform/security/account-restrictions.ts';
import type { Session } from '../../platform/security/sessions.ts';
import type { Restore, Site } from '../../platform/site.ts';
import { type AccountChange, updateAccountDetails, verifyOwnership } from '../accounts/service.ts';
import { insertValues, recordRemoval, retainFiles, storedValues } from '../removals/service.ts';
import {
  lockForStaff,
  lockOwnPhotoByUrl,
  profileById,
  setStatus,
  swapAvatar,
  updateProfile,
} from './queries.ts';

export type ProfileChange = AccountChange & { [Name in ProfileTextField]?: string | null | undefined } & {
  statusMessage?: string | null | undefined;
  avatarUrl?: string | null | undefined;
  age?: number | null | undefined;
  sex?: string | null | undefined;
  relationshipStatus?: string | null | undefined;
};

const HIDDEN = /[\p{Cc}\p{Cs}\p{Co}]/u;
const isOneOf = (allowed: readonly string[], value: string): boolean => allowed.includes(value);

/**
 * Validate the fields that are given.
 * @throws AppError `invalid` with a message for each invalid field.
 */
function validateProfile(change: ProfileChange): void {
  const { age, sex, relationshipStatus, statusMessage } = change;
  throwIfInvalid({
    statusMessage: typeof statusMessage === 'string' && statusError(statusMessage),
    ...mapProfileTextFields((name) => textFieldError(name, change[name])),
    age: typeof age === 'number' && (age < LIMITS.age.min || age > LIMITS.age.max) && TEXTS.age,
    sex: typeof sex === 'string' && !isOneOf(SEXES, sex) && TEXTS.choice,
    relationshipStatus:
      typeof relationshipStatus === 'string' && !isOneOf(RELATIONSHIPS, relationshipStatus) && TEXTS.choice,
  });
}

function textFieldError(name: ProfileTextField, text: string | null | undefined): string | false {
  const { maxLength } = PROFILE_TEXT_FIELDS[name];
  return (
    typeof text === 'string' &&
    (text.trim().length > maxLength || HIDDEN.test(text)) &&
    TEXTS.textTooLong(maxLength)
  );
}

function statusError(statusMessage: string): string | false {
  return visibleLength(statusMessage.trim()) > LIMITS.statusMessage && TEXTS.status;
}

/**
 * Change the given fields of the caller's own profile. If one field is rejected, change none.
 * @throws AppError `invalid` with a message for each invalid field; `taken` for a username or email in use; `tooOften`
 *   for a second new username within 30 days; `muted` for new texts and pictures of a muted player.
 */
export async function editProfile(
  db: Db,
  site: Site,
  session: Session,
  change: ProfileChange,
): Promise<void> {
  validateProfile(change);
  const lockOwner = await verifyOwnership(db, site, session, change);
  const { id } = session.user;
  await transaction(db, async (tx) => {
    await assertMayPublish(tx, site, session, change);
    await updateAccountDetails(tx, site, session, change, lockOwner);
    const before = await profileById(tx, id, id);
    if (!before) throw new AppError('notFound');
    const avatarUrl = orStored(change.avatarUrl, before.avatar_url) || null;
    const isOther = avatarUrl !== before.avatar_url;
    if (isOther && avatarUrl !== null && (await lockOwnPhotoByUrl(tx, id, avatarUrl)) === undefined)
      throw invalidFieldsError({ avatarUrl: TEXTS.avatar });
    const status = statusOf(
      change.statusMessage ?? (change.statusMessage === null ? '' : before.status_message),
    );
    await updateProfile(tx, id, {
      avatarUrl,
      statusMessage: status,
      age: orStored(change.age, before.age),
      sex: orStored(change.sex, before.sex),
      relationshipStatus: orStored(change.relationshipStatus, before.relationship_status),
      ...mapProfileTextFields((name) => orStored(change[name], before[name])?.trim() || null),
    });
    if (isOther) await deleteUploadedAvatar(tx, site, id, before.avatar_url);
    if (status !== before.status_message) emitStatus(tx, site, id, status);
    site.sessions.invalidateUsers(tx, [id]);
  });
}

/**
 * Reject a muted player's changes to text and pictures that other players can see. Removing text or a picture is
 * allowed.
 * @throws AppError `muted` with a message for each rejected field.
 */
async function assertMayPublish(tx: Tx, site: Site, { user }: Session, change: ProfileChange): Promise<void> {
  const now = site.clock.now();
  if (!isMuted(user, now)) return;
  const before = await profileById(tx, user.id, user.id);
  const stored: Record<string, string | null | undefined> = {
    username: before?.username,
    statusMessage: before?.status_message,
    avatarUrl: before?.avatar_url,
    ...mapProfileTextFields((name) => before?.[name]),
  };
  const published = Object.entries(stored).flatMap(([field, last]) => {
    const next = change[field as keyof ProfileChange]?.toString().trim() ?? '';
    return next !== '' && next !== (last ?? '') ? [field] : [];
  });
  if (published.length > 0) assertNotMuted(user, now, published);
}

/**
 * Return the value that was sent, or the stored value if no value was sent. Sending null clears the field.
 */
const orStored = <T>(sent: T | null | undefined, before: T | null): T | null =>
  sent === undefined ? before : sent;

/**
 * Set a player's status message. Trim it, and broadcast it. Leave out the receivers who do not see this player because
 * of a block or a mute.
 * @throws AppError `invalid` for more than 140 characters; `unauthenticated` if the account is deleted.
 */
export async function updateStatus(
  db: DbOrTx,
  site: Site,
  userId: number,
  statusMessage: string,
): Promise<void> {
  throwIfInvalid({ statusMessage: statusError(statusMessage) });
  const status = statusOf(statusMessage);
  await transaction(db, async (tx) => {
    if (!(await setStatus(tx, userId, status))) throw new AppError('unauthenticated');
    emitStatus(tx, site, userId, status);
    site.sessions.invalidateUsers(tx, [userId]);
  });
}

/** Return a status message as it is stored: trimmed, without extra blank lines, and with a limited number of lines. */
const statusOf = (text: string): string => collapseBlankLines(text.trim(), MAX_LINES.status);

function emitStatus(tx: Tx, site: Site, userId: number, statusMessage: string): void {
  site.realtime.broadcast(tx, 'user:status', { userId, statusMessage }, { about: userId });
}

/**
 * Remove a player's avatar on behalf of staff, or the viewer's own avatar.
 * @throws AppError `notFound` for an unknown player; `forbidden` if the player's rank is not below the viewer's, or if
 *   the viewer is no longer staff.
 */
export async function clearAvatar(
  db: DbOrTx,
  site: Site,
  { userId, viewer, reason }: { userId: number; viewer: Viewer; reason?: StaffReason | undefined },
): Promise<void> {
  await transaction(db, async (tx) => {
    if (viewer.id === userId) {
      await setAvatar(tx, site, userId, null);
      return;
    }
    const { role, staffRole } = await lockForStaff(tx, { userId, staffId: viewer.id });
    if (ROLE_RANKS[role] >= ROLE_RANKS[staffRole]) throw new AppError('forbidden', STAFF_ERRORS.rank);
    const { avatar_url: before } = (await profileById(tx, userId, userId)) ?? {};
    if (!before) return;
    const removalId = await recordRemoval(tx, site, {
      kind: 'avatar',
      subjectId: userId,
      audit: { kind: 'avatar.remove', actorId: viewer.id, targetId: userId, before },
      reason,
      excerpt: null,
    });
    await insertValues(tx, removalId, { table: 'users', userId, data: { avatarUrl: before, status: null } });
    await setAvatar(tx, site, userId, null, removalId);
  });
}

/** The values of a player that are stored with a removal record. */
const RemovedValues = Type.Object({ avatarUrl: Nullable(column.text), status: Nullable(column.text) });

/**
 * Restore an avatar and a status that staff removed. If the player has set a new avatar or status in the
 * meantime, keep the new one.
 */
export const restoreProfile: Restore = async (tx, site, { id, subjectId: userId }) => {
  const [removed] = await storedValues(tx, RemovedValues, id, 'users');
  const profile = await profileById(tx, userId, userId);
  if (!removed || !profile) throw new AppError('notFound');
  const [avatarUrl, status] = [
    profile.avatar_url === null ? await existingAvatar(tx, userId, removed.avatarUrl) : null,
    profile.status_message === '' ? removed.status : null,
  ];
  if (!avatarUrl && !status) throw new AppError('conflict', STAFF_LIMIT_TEXTS.replaced);
  if (avatarUrl) await setAvatar(tx, site, userId, avatarUrl);
  if (status) await updateStatus(tx, site, userId, status);
};

/** Return the URL of a removed avatar, or null if it was a photo that no longer exists. */
const existingAvatar = async (tx: Tx, userId: number, url: string | null): Promise<string | null> =>
  url === null || isUploadedAvatar(userId, url) || (await lockOwnPhotoByUrl(tx, userId, url)) !== undefined
    ? url
    : null;

/**
 * Set or clear a player's avatar. If the previous avatar was uploaded, retain its files for the removal record
 * `removalId`. If `removalId` is null, delete these files. If the previous avatar was a photo from the gallery, the
 * photo stays there.
 * @returns the URL of the previous avatar
 * @throws AppError `notFound` for an unknown player.
 */
export async function setAvatar(
  tx: Tx,
  site: Site,
  userId: number,
  avatarUrl: string | null,
  removalId: number | null = null,
): Promise<string | null> {
  const before = await swapAvatar(tx, userId, avatarUrl);
  if (!before) throw new AppError('notFound');
  if (before.old !== avatarUrl) await deleteUploadedAvatar(tx, site, userId, before.old, removalId);
  site.sessions.invalidateUsers(tx, [userId]);
  return before.old;
}

const isUploadedAvatar = (userId: number, url: string): boolean =>
  url.startsWith(`/media/avatars/${userId}-`);

async function deleteUploadedAvatar(
  tx: Tx,
  site: Site,
  userId: number,
  url: string | null,
  removalId: number | null = null,
): Promise<void> {
  if (url === null || !isUploadedAvatar(userId, url)) return;
  const keys = imageKeys(url.slice('/media/'.length));
  if (removalId === null) await deleteFilesAfterCommit(tx, site, keys);
  else await retainFiles(tx, site, removalId, keys);
}
