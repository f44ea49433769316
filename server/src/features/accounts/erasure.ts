import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { type Db, run, type Tx } from '../../platform/db/db.ts';
import { type ExportSections, readAll, readInBatches } from '../../platform/personal-data/export-rows.ts';
import type { Site } from '../../platform/site.ts';

/**
 * Takes an account apart, whose player is locked: names, address, profile and what was told of them are gone, their
 * sessions and sockets end, and the username is never issued again.
 */
export async function anonymizeAccount(tx: Tx, site: Site, userId: number): Promise<void> {
  const now = site.clock.now();
  await run(
    tx,
    `insert into reserved_usernames (username, user_id, created_at)
     select lower(username), null, $2::timestamptz from users where id = $1 on conflict (username) do nothing`,
    [userId, now],
  );
  await run(tx, 'update reserved_usernames set user_id = null where user_id = $1', [userId]);
  await run(
    tx,
    `update users set deleted_at = $2, username = $3, email = '', first_name = '', last_name = '', password_hash = '',
       role = 'player', avatar_url = null, status_message = '', age = null, sex = null, relationship_status = null,
       location = null, username_changed_at = null, email_verified_at = null, muted_until = null, muted_by = null,
       mute_reason = null, suspended_at = null, suspended_until = null, suspended_by = null, suspension_reason = null
     where id = $1`,
    [userId, now, PROFILE_TEXTS.deletedPlayer],
  );
  await site.sessions.endAll(tx, userId, null);
  await erasePlayer(tx, site, userId);
}

/** Forgets what a player who left was mailed, and the answers kept for them. Answers that nothing is left. */
export async function erasePlayer(tx: Tx, _site: Site, userId: number): Promise<boolean> {
  await run(tx, 'delete from email_tokens where user_id = $1', [userId]);
  await run(tx, 'delete from idempotency_keys where user_id = $1', [userId]);
  return true;
}

/** What a player may take along of their account. The password is kept as a hash only, and is not among it. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  account: readAll(
    db,
    `select id, username, email, first_name as "firstName", last_name as "lastName", role, created_at as "createdAt",
            consent_at as "consentAt", email_verified_at as "emailVerifiedAt",
            username_changed_at as "usernameChangedAt", muted_until as "mutedUntil", mute_reason as "muteReason",
            (select coalesce(json_agg(username order by created_at), '[]') from reserved_usernames
             where user_id = users.id) as "earlierUsernames"
     from users where id = $1`,
    userId,
  ),
  sessions: readInBatches(
    db,
    `select id, device, address, created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt"
     from sessions where user_id = $1 and id > $2 order by id limit $3`,
    userId,
  ),
});
