import type { PushSettings } from '@rivalhold/shared/contract/push.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  execute,
  query,
  queryExists,
  queryFirst,
  type Sql,
  sql,
  type Tx,
} from '../../platform/db/db.ts';
import { readSetting, saveSettingIfMissing } from '../../platform/db/site-settings.ts';
import { isContentVisibleSql } from '../blocks/service.ts';

/** Name of the setting that stores the site's encrypted VAPID keys. */
const KEYS_SETTING = 'push keys';

/** SQL for the condition that a player has a device with push notifications. */
export const hasDevicesSql = (userId: Sql): Sql =>
  sql`exists (select 1 from push_subscriptions p where p.user_id = ${userId} and p.expired_at is null)`;

/** Store encrypted VAPID keys unless keys are already stored. */
export const saveKeysIfMissing = (db: DbOrTx, sealed: string): Promise<void> =>
  saveSettingIfMissing(db, KEYS_SETTING, sealed);

/** Return the encrypted VAPID keys, if there are any. */
export const readKeys = (db: DbOrTx): Promise<string | undefined> => readSetting(db, KEYS_SETTING);

/** Replace the VAPID keys if the stored keys are still `before`. Return false if they have changed. */
export async function replaceKeys(tx: Tx, before: string, sealed: string): Promise<boolean> {
  return queryExists(
    tx,
    sql`update site_settings set value = ${sealed} where name = ${KEYS_SETTING} and value = ${before}
     returning name`,
  );
}

/** Delete all push subscriptions. */
export async function deleteAll(tx: Tx): Promise<void> {
  await execute(tx, sql`delete from push_subscriptions`);
}

const SettingsRow = Type.Object({
  message: column.boolean,
  fight: column.boolean,
  friend_request: column.boolean,
  quiet_from: Nullable(column.text),
  quiet_to: Nullable(column.text),
  time_zone: Nullable(column.text),
});
type SettingsRow = Static<typeof SettingsRow>;

/** Convert a row to push settings. */
function toSettings(row: SettingsRow | undefined): PushSettings | undefined {
  if (!row) return undefined;
  const { message, fight, friend_request: friendRequest } = row;
  const { quiet_from: from, quiet_to: to, time_zone: timeZone } = row;
  const quiet = from && to && timeZone ? { from, to, timeZone } : null;
  return { message, fight, friendRequest, quiet };
}

/** Return a player's push settings, or undefined if none were saved. */
export async function settingsOf(db: DbOrTx, userId: number): Promise<PushSettings | undefined> {
  const row = await queryFirst(
    db,
    SettingsRow,
    sql`select message, fight, friend_request, quiet_from, quiet_to, time_zone
     from push_settings where user_id = ${userId}`,
  );
  return toSettings(row);
}

/** Save a player's push settings, unless the account is deleted. */
export async function saveSettings(db: DbOrTx, userId: number, settings: PushSettings): Promise<void> {
  const { message, fight, friendRequest, quiet } = settings;
  await execute(
    db,
    sql`insert into push_settings (user_id, message, fight, friend_request, quiet_from, quiet_to, time_zone)
     select id, ${message}::boolean, ${fight}::boolean, ${friendRequest}::boolean,
       ${quiet?.from ?? null}::text, ${quiet?.to ?? null}::text, ${quiet?.timeZone ?? null}::text
     from users where id = ${userId} and deleted_at is null
     on conflict (user_id) do update set message = excluded.message, fight = excluded.fight,
       friend_request = excluded.friend_request, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
       time_zone = excluded.time_zone`,
  );
}

const DeviceRow = Type.Object({
  id: column.integer,
  device: column.text,
  current: column.boolean,
  /** Null if the subscription has expired. */
  endpoint: Nullable(column.text),
  created_at: column.date,
  last_sent_at: Nullable(column.date),
});
type DeviceRow = Static<typeof DeviceRow>;

/** Return a player's devices, starting with the device of the requesting session. */
export const devicesOf = (db: DbOrTx, userId: number, sessionId: number): Promise<DeviceRow[]> =>
  query(
    db,
    DeviceRow,
    sql`select p.id, s.device, p.session_id = ${sessionId} as current,
       case when p.expired_at is null then p.endpoint end as endpoint, p.created_at, p.last_sent_at
     from push_subscriptions p join sessions s on s.id = p.session_id
     where p.user_id = ${userId} order by p.session_id = ${sessionId} desc, p.created_at desc, p.id desc`,
  );

export type NewSubscription = {
  userId: number;
  sessionId: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  at: Date;
};

/** Lock a session until the transaction ends, and return whether it still exists. */
export async function lockSession(tx: Tx, userId: number, sessionId: number): Promise<boolean> {
  return queryExists(
    tx,
    sql`select 1 from sessions where id = ${sessionId} and user_id = ${userId} for key share`,
  );
}

/**
 * Store a subscription. It replaces the session's previous subscription, and any subscription of another player in the
 * same browser. Keep only the newest `limit` subscriptions of the player. If the endpoint is already stored with other
 * keys, store nothing and return false: knowing an endpoint does not prove ownership of the browser.
 */
export async function saveSubscription(
  tx: Tx,
  subscription: NewSubscription,
  limit: number,
): Promise<boolean> {
  const { userId, sessionId, endpoint, p256dh, auth, at } = subscription;
  const isStored = await queryExists(
    tx,
    sql`insert into push_subscriptions as p (user_id, session_id, endpoint, p256dh, auth, created_at)
     values (${userId}, ${sessionId}, ${endpoint}, ${p256dh}, ${auth}, ${at})
     on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id,
       created_at = excluded.created_at, last_sent_at = null, expired_at = null
     where (p.p256dh, p.auth) = (excluded.p256dh, excluded.auth)
     returning p.id`,
  );
  if (!isStored) return false;
  await execute(
    tx,
    sql`delete from push_subscriptions
     where user_id = ${userId} and endpoint <> ${endpoint} and (session_id = ${sessionId} or id not in (
       select id from push_subscriptions where user_id = ${userId}
       order by created_at desc, id desc limit ${limit}))`,
  );
  return true;
}

/** Delete a player's device. Return false if the player has no such device. */
export async function deleteOwnDevice(db: DbOrTx, userId: number, id: number): Promise<boolean> {
  return queryExists(
    db,
    sql`delete from push_subscriptions where id = ${id} and user_id = ${userId} returning id`,
  );
}

/** Mark a subscription as expired. Nothing is pushed to it until its browser registers again. */
export async function markExpired(db: DbOrTx, id: number, at: Date): Promise<void> {
  await execute(db, sql`update push_subscriptions set expired_at = ${at} where id = ${id}`);
}

/** Save the time of the last push to a subscription. */
export async function markSent(db: DbOrTx, id: number, at: Date): Promise<void> {
  await execute(db, sql`update push_subscriptions set last_sent_at = ${at} where id = ${id}`);
}

/**
 * A notification, and its position in the list when the push was scheduled. The position changes with each update of
 * the notification.
 */
export type NotificationRef = { id: number; position: number };
const NotificationColumns = Type.Object({
  user_id: column.integer,
  type: column.text,
  title: column.text,
  text: column.text,
  link: column.text,
  event_count: column.integer,
  actor_name: Nullable(column.text),
});
export type PushNotification = Static<typeof NotificationColumns> & { settings: PushSettings | undefined };
/** The columns of the settings are null if the player has saved no settings. */
const PushNotificationRow = Type.Union([
  Type.Object({ ...NotificationColumns.properties, ...SettingsRow.properties }),
  Type.Object({ ...NotificationColumns.properties, message: Type.Null() }),
]);

/**
 * Return a notification if it must still be pushed. Return undefined if it was read or updated after the push was
 * scheduled, or if a block or a mute hides it.
 */
export async function findPendingNotification(
  db: DbOrTx,
  { id, position }: NotificationRef,
): Promise<PushNotification | undefined> {
  const row = await queryFirst(
    db,
    PushNotificationRow,
    sql`select n.user_id, n.type, n.title, n.text, n.link, n.event_count,
       (select username from users where id = n.actor_id and deleted_at is null) as actor_name,
       t.message, t.fight, t.friend_request, t.quiet_from, t.quiet_to, t.time_zone
     from notifications n left join push_settings t on t.user_id = n.user_id
     where n.id = ${id} and n.position = ${position} and n.read_at is null
       and ${isContentVisibleSql(sql`n.user_id`, sql`n.actor_id`)}`,
  );
  return row && { ...row, settings: toSettings(row.message === null ? undefined : row) };
}

const Subscription = Type.Object({
  id: column.integer,
  endpoint: column.text,
  p256dh: column.text,
  auth: column.text,
});
export type Subscription = Static<typeof Subscription>;

/**
 * Return a player's unexpired subscriptions with a valid session. If `id` is given, return only the subscription with
 * this id.
 */
export const findActiveSubscriptions = (
  db: DbOrTx,
  { userId, id = null, now }: { userId: number; id?: number | null; now: Date },
): Promise<Subscription[]> =>
  query(
    db,
    Subscription,
    sql`select p.id, p.endpoint, p.p256dh, p.auth
     from push_subscriptions p join sessions s on s.id = p.session_id and s.expires_at > ${now}
     where p.user_id = ${userId} and (${id}::bigint is null or p.id = ${id}) and p.expired_at is null
     order by p.id`,
  );
