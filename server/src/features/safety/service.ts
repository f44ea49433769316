import { MessageRefusal, Refusals, SafetySettings } from '@rivalhold/shared/contract/safety.ts';
import { Nullable } from '@rivalhold/shared/contract/schema.ts';
import { REFUSAL_TEXTS } from '@rivalhold/shared/texts/refusals.ts';
import Type, { type Static } from 'typebox';
import { column } from '../../platform/db/columns.ts';
import {
  type DbOrTx,
  identifier,
  queryFirst,
  queryOne,
  type Sql,
  sql,
  type Tx,
  transaction,
} from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { lockActiveUser } from '../../platform/security/account-status.ts';
import { settledSql } from '../../platform/security/settled-accounts.ts';
import type { Site } from '../../platform/site.ts';
import { blockedError, notBlockedSql, notMutedSql } from '../blocks/service.ts';

/** A kind of contact that a player's settings can refuse. */
export type Contact = keyof Refusals;

/** A user id, or an SQL expression for it. */
type User = number | Sql;

const SETTINGS_COLUMNS = sql`messages, challenges, comments, search, online, hide_media as "hideMedia"`;

const DEFAULT_SETTINGS: SafetySettings = {
  messages: 'everybody',
  challenges: 'everybody',
  comments: 'everybody',
  search: 'everybody',
  online: 'everybody',
  hideMedia: false,
};

/** Return a player's safety settings, or the defaults if the player has not changed any. */
export const getSettings = async (db: DbOrTx, userId: number): Promise<SafetySettings> =>
  (await queryFirst(
    db,
    SafetySettings,
    sql`select ${SETTINGS_COLUMNS} from safety_settings where user_id = ${userId}`,
  )) ?? DEFAULT_SETTINGS;

/**
 * Change the given settings of a player. The lock makes the change wait for transactions that are storing a message or
 * comment to the player, because those transactions lock the player, too.
 */
export async function changeSettings(
  db: DbOrTx,
  site: Site,
  userId: number,
  changes: Partial<SafetySettings>,
): Promise<SafetySettings> {
  return transaction(db, async (tx) => {
    await lockActiveUser(tx, site, { userId, requiresUnmuted: false });
    if (changes.hideMedia !== undefined) site.sessions.invalidateUsers(tx, [userId]);
    if (changes.online) site.realtime.relationsChanged(tx, [userId]);
    return saveSettings(tx, userId, changes);
  });
}

/** Save the given settings of a player, and return all settings. */
async function saveSettings(
  tx: Tx,
  userId: number,
  changes: Partial<SafetySettings>,
): Promise<SafetySettings> {
  const { messages, challenges, comments, search, online, hideMedia } = {
    ...(await getSettings(tx, userId)),
    ...changes,
  };
  return queryOne(
    tx,
    SafetySettings,
    sql`insert into safety_settings (user_id, messages, challenges, comments, search, online, hide_media)
        values (${userId}, ${messages}, ${challenges}, ${comments}, ${search}, ${online}, ${hideMedia})
        on conflict (user_id) do update set messages = excluded.messages, challenges = excluded.challenges,
          comments = excluded.comments, search = excluded.search, online = excluded.online,
          hide_media = excluded.hide_media
        returning ${SETTINGS_COLUMNS}`,
  );
}

/**
 * Return an SQL expression for the reason (`Refusal`) why the setting of `owner` for this kind of contact does not
 * allow an action by `actor`. Its value is null if the action is allowed. The SQL is cheap: most players never change
 * their settings, so the lookup by key finds no row.
 */
function settingRefusalSql(site: Site, contact: Contact, actor: User, owner: User): Sql {
  const setting = sql`s.${identifier(contact)}`;
  const exempt = contact === 'messages' ? sql`a.role <> 'player' or o.role <> 'player'` : sql`a.id = o.id`;
  return sql`(
    select ${setting} from safety_settings s join users o on o.id = s.user_id join users a on a.id = ${actor}
    where s.user_id = ${owner} and ${setting} <> 'everybody' and not (${exempt})
      and (${setting} = 'nobody'
        or not exists (select 1 from friendships where user_id = o.id and friend_id = a.id))
      and not (${setting} = 'settled' and ${settledSql(site, sql`a`)}))`;
}

/**
 * Return an SQL expression for the reason why safety settings do not allow an action by `actor` towards `owner`. Its
 * value is null if the action is allowed. The settings of both players must allow a message, so that nobody writes to
 * someone who cannot answer. Messages to and from staff are always accepted. The SQL ignores blocks.
 */
export function refusalSql(site: Site, contact: Contact, actor: User, owner: User): Sql {
  const refusal = settingRefusalSql(site, contact, actor, owner);
  return contact === 'messages'
    ? sql`coalesce(${refusal},
        case when ${settingRefusalSql(site, contact, owner, actor)} is not null then 'own' end)`
    : refusal;
}

/**
 * Return SQL for the condition that `owner` accepts an action by `actor`. The condition is equivalent to `refusalSql`
 * being null. However, it uses `not exists`, so the planner correctly expects most players to match. With `is null`,
 * the planner would expect few matches.
 */
export function isAcceptedSql(site: Site, contact: Contact, actor: User, owner: User): Sql {
  const isAccepted = sql`not exists ${settingRefusalSql(site, contact, actor, owner)}`;
  return contact === 'messages'
    ? sql`(${isAccepted} and not exists ${settingRefusalSql(site, contact, owner, actor)})`
    : isAccepted;
}

/** SQL condition that at least one of two players has changed safety settings. If not, neither refuses any contact. */
export const hasSettingsSql = (actor: User, owner: User): Sql =>
  sql`exists (select 1 from safety_settings where user_id in (${actor}, ${owner}))`;

/** The refusals between players who have not changed their safety settings: all contact is allowed. */
export const NO_REFUSALS: Refusals = { messages: null, challenges: null, comments: null };

/**
 * Return why safety settings do not allow each kind of contact from `actorId` to `ownerId`. The reason is null for a
 * kind that is allowed.
 */
export const refusalsOf = (db: DbOrTx, site: Site, actorId: number, ownerId: number): Promise<Refusals> =>
  queryOne(
    db,
    Refusals,
    sql`select ${refusalSql(site, 'messages', actorId, ownerId)} as messages,
          ${refusalSql(site, 'challenges', actorId, ownerId)} as challenges,
          ${refusalSql(site, 'comments', actorId, ownerId)} as comments`,
  );

/**
 * Return an SQL condition that is true if a player's setting lets a viewer find the player by search, or see that the
 * player is online.
 * @param player SQL for the player's id
 */
export const seesSql = (setting: 'search' | 'online', viewer: User, player: User): Sql => sql`
  not exists (
    select 1 from safety_settings s
    where s.user_id = ${player} and s.user_id <> ${viewer} and s.${identifier(setting)} <> 'everybody'
      and (s.${identifier(setting)} = 'nobody'
        or not exists (select 1 from friendships where user_id = s.user_id and friend_id = ${viewer})))`;

type Pair = { actorId: number; ownerId: number };

/** The relation of a player (the owner) to a player who contacts them (the actor). */
const ContactState = Type.Object({
  blocked: column.boolean,
  refusal: Nullable(MessageRefusal),
  areFriends: column.boolean,
  /** True if the owner has muted the actor. */
  muted: column.boolean,
  /** True if the actor can see that the owner is online. */
  seesOnline: column.boolean,
});
export type ContactState = Static<typeof ContactState>;

/** Return the relation of `ownerId` to `actorId`, who contacts them. This takes one statement. */
export const contactStateOf = (
  db: DbOrTx,
  site: Site,
  contact: Contact,
  { actorId, ownerId }: Pair,
): Promise<ContactState> =>
  queryOne(
    db,
    ContactState,
    sql`select not ${notBlockedSql(actorId, ownerId)} as blocked,
          ${refusalSql(site, contact, actorId, ownerId)} as refusal,
          exists (select 1 from friendships where user_id = ${ownerId} and friend_id = ${actorId}) as "areFriends",
          not ${notMutedSql(ownerId, actorId)} as muted, ${seesSql('online', actorId, ownerId)} as "seesOnline"`,
  );

/**
 * Throw if a block or a setting refuses the contact.
 * @throws AppError `forbidden` for a block, `notAccepted` for a setting
 */
export function assertAccepted(contact: Contact, { blocked, refusal }: ContactState): void {
  if (blocked) throw blockedError();
  const texts: Partial<Record<MessageRefusal, string>> = REFUSAL_TEXTS[contact];
  if (refusal) throw new AppError('notAccepted', texts[refusal]);
}

/**
 * Throw the error for an action of `actorId` that an SQL statement did not perform because of a block, a setting or a
 * missing account. A missing account causes the same error as a block.
 * @throws AppError `forbidden` or `notAccepted`
 */
export async function rejectContact(db: DbOrTx, site: Site, contact: Contact, pair: Pair): Promise<never> {
  assertAccepted(contact, await contactStateOf(db, site, contact, pair));
  throw blockedError();
}
