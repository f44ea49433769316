import { PROFILE_TEXT_FIELD_NAMES } from '@rivalhold/shared/profiles.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { type Db, execute, identifier, join, sql, type Tx } from '../../platform/db/db.ts';
import { type ExportSections, exportInBatches, readAll } from '../../platform/personal-data/export-rows.ts';
import type { Site } from '../../platform/site.ts';
import { shareAddressSanctions } from './address-sanctions.ts';

/**
 * Anonymize a locked player's account: erase names, email, profile and sanctions, end sessions and sockets, and reserve
 * the username so that nobody can take it.
 */
export async function anonymizeAccount(tx: Tx, site: Site, userId: number): Promise<void> {
  const now = site.clock.now();
  await shareAddressSanctions(tx, site, userId);
  await execute(
    tx,
    sql`insert into reserved_usernames (username, user_id, created_at)
     select username_key, null, ${now}::timestamptz from users where id = ${userId}
       on conflict (username) do nothing`,
  );
  await execute(tx, sql`update reserved_usernames set user_id = null where user_id = ${userId}`);
  await execute(
    tx,
    sql`
      update users set deleted_at = ${now}, username = ${PROFILE_TEXTS.deletedPlayer},
        email = '', pending_email = null, search_text = '', first_name = '', last_name = '', password_hash = '',
        role = 'player', avatar_url = null, status_message = '', age = null, sex = null,
        relationship_status = null, ${join(PROFILE_TEXT_FIELD_NAMES.map((name) => sql`${identifier(name)} = null`))},
        username_changed_at = null, email_verified_at = null, muted_until = null, muted_by = null,
        mute_reason = null, suspended_at = null, suspended_until = null, suspended_by = null,
        suspension_reason = null, staff_since = null
      where id = ${userId}`,
  );
  await site.sessions.endAll(tx, userId, null);
  await erasePlayer(tx, site, userId);
}

/** Delete a player's email tokens and idempotency keys. */
export async function erasePlayer(tx: Tx, _site: Site, userId: number): Promise<boolean> {
  await execute(tx, sql`delete from email_tokens where user_id = ${userId}`);
  await execute(tx, sql`delete from idempotency_keys where user_id = ${userId}`);
  return true;
}

/** Return a player's account, sessions and mailed links. The password is stored only as a hash, and is not included. */
export const exportSections = (db: Db, userId: number): ExportSections => ({
  account: readAll(
    db,
    sql`select id, username, email, pending_email as "pendingEmail", first_name as "firstName", last_name as "lastName", role, staff_since as "staffSince",
            created_at as "createdAt",
            consent_at as "consentAt", email_verified_at as "emailVerifiedAt",
            username_changed_at as "usernameChangedAt", muted_until as "mutedUntil", mute_reason as "muteReason",
            suspended_at as "suspendedAt", suspended_until as "suspendedUntil",
            suspension_reason as "suspensionReason",
            (select coalesce(json_agg(username order by created_at), '[]') from reserved_usernames
             where user_id = users.id) as "earlierUsernames"
     from users where id = ${userId}`,
  ),
  sessions: exportInBatches(
    db,
    (
      afterId,
      limit,
    ) => sql`select id, device, address, remember, created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt",
       verified_at as "verifiedAt", verified_by as "verifiedBy"
     from sessions where user_id = ${userId} and id > ${afterId} order by id limit ${limit}`,
  ),
  'email-links': readAll(
    db,
    sql`select kind, email, created_at as "createdAt", expires_at as "expiresAt"
        from email_tokens where user_id = ${userId} order by created_at`,
  ),
});
