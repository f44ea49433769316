import { avatarKeys } from '@rivalhold/shared/image-sizes.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import {
  mapProfileTextFields,
  PROFILE_TEXT_FIELDS,
  type ProfileTextField,
  RELATIONSHIPS,
  SEXES,
} from '@rivalhold/shared/profiles.ts';
import { PROFILE_TEXTS as TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { collapseBlankLines, MAX_LINES, visibleLength } from '@rivalhold/shared/visible-text.ts';
import { type Db, type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError, invalidFieldsError, throwIfInvalid } from '../../platform/errors.ts';
import { deleteFilesAfterCommit } from '../../platform/files/stored-files.ts';
import { assertNotMuted, isMuted } from '../../platform/security/account-restrictions.ts';
import type { Session } from '../../platform/security/sessions.ts';
import type { Site } from '../../platform/site.ts';
import { type AccountChange, updateAccountDetails, verifyOwnership } from '../accounts/service.ts';
import { recordAudit } from '../audit/service.ts';
import { lockOwnPhotoByUrl, profileById, setStatus, swapAvatar, updateProfile } from './queries.ts';

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
 * Validate the fields that are present.
 * @throws AppError invalid with a text for each invalid field.
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
 * Change the given fields of the caller's own profile, all of them or none.
 * @throws AppError invalid with a text for each invalid field; taken for a username or email in use; tooOften for a
 * second new username within 30 days.
 */
export async function editProfile(
  db: Db,
  site: Site,
  session: Session,
  change: ProfileChange,
): Promise<void> {
  validateProfile(change);
  const hold = await verifyOwnership(db, site, session, change);
  const { id } = session.user;
  await transaction(db, async (tx) => {
    await assertMayPublish(tx, site, session, change);
    await updateAccountDetails(tx, site, session, change, hold);
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
    site.sessions.invalidateUser(tx, id);
  });
}

/**
 * Reject a muted player's change of what other players read or see; removing a text or picture is allowed.
 * @throws AppError muted with a text for each such field.
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

/** Return the sent value, where null clears the field, or the stored value if none was sent. */
const orStored = <T>(sent: T | null | undefined, before: T | null): T | null =>
  sent === undefined ? before : sent;

/**
 * Set a player's status message, trimmed, and broadcast it to everyone logged in.
 * @throws AppError invalid above 140 characters.
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
    site.sessions.invalidateUser(tx, userId);
  });
}

/** Return a status as it is stored. */
const statusOf = (text: string): string => collapseBlankLines(text.trim(), MAX_LINES.status);

function emitStatus(tx: Tx, site: Site, userId: number, statusMessage: string): void {
  site.realtime.broadcast(tx, 'user:status', { userId, statusMessage }, { about: userId });
}

/**
 * Remove a player's avatar on behalf of staff.
 * @throws AppError notFound for an unknown player.
 */
export async function clearAvatar(
  db: DbOrTx,
  site: Site,
  { userId, viewer }: { userId: number; viewer: { id: number } },
): Promise<void> {
  await transaction(db, async (tx) => {
    const before = await setAvatar(tx, site, userId, null);
    if (before !== null && viewer.id !== userId)
      await recordAudit(tx, site, { kind: 'avatar.remove', actorId: viewer.id, targetId: userId, before });
  });
}

/**
 * Set or clear a player's avatar. The files of a replaced upload are deleted; a photo stays in the gallery.
 * @returns the previous avatar's URL
 * @throws AppError notFound for an unknown player.
 */
export async function setAvatar(
  tx: Tx,
  site: Site,
  userId: number,
  avatarUrl: string | null,
): Promise<string | null> {
  const before = await swapAvatar(tx, userId, avatarUrl);
  if (!before) throw new AppError('notFound');
  if (before.old !== avatarUrl) await deleteUploadedAvatar(tx, site, userId, before.old);
  site.sessions.invalidateUser(tx, userId);
  return before.old;
}

async function deleteUploadedAvatar(tx: Tx, site: Site, userId: number, url: string | null): Promise<void> {
  if (url?.startsWith(`/media/avatars/${userId}-`))
    await deleteFilesAfterCommit(tx, site, avatarKeys(url.slice('/media/'.length)));
}
