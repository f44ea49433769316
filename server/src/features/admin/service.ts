import type { AdminPlayer, AdminUser } from '@rivalhold/shared/contract/admin.ts';
import type { Item } from '@rivalhold/shared/items/catalogue.ts';
import { GRANTABLE_TYPES } from '@rivalhold/shared/items/grantable-types.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { ADMIN_ERRORS as REFUSALS } from '@rivalhold/shared/texts/admin.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError, invalidFieldsError } from '../../platform/errors.ts';
import { decodeIdCursor, encodeIdCursor, type PageQuery, toPage } from '../../platform/http/cursor.ts';
import type { Site } from '../../platform/site.ts';
import { updateRoleOf } from '../accounts/service.ts';
import { recordAudit, toReason } from '../audit/service.ts';
import { lockPlayers } from '../blocks/service.ts';
import { adjustCoins } from '../coins/service.ts';
import { updateCharacterInFights } from '../combat/service.ts';
import { deleteAccount } from '../deletion/service.ts';
import { characterOf, lockCharacters, withRegeneration } from '../game/service.ts';
import { giveItem, itemOf, listInventory, removeItem } from '../inventory/service.ts';
import { notify } from '../notifications/service.ts';
import {
  applyEdit,
  assertNotAdmin,
  assertRoleChangeAllowed,
  type CharacterEdit,
  changesOf,
} from './policy.ts';
import { userById, userPage } from './queries.ts';

/** The acting admin, and the affected player. */
type AdminAction = { adminId: number; userId: number };

/**
 * Return a page of all players, newest first, filtered by a part of the username or email address.
 * @throws AppError `invalid` for a malformed cursor.
 */
export async function listUsers(
  db: DbOrTx,
  site: Site,
  { search, cursor, limit }: { search: string } & PageQuery,
): Promise<{ users: AdminUser[]; nextCursor: string | null }> {
  const now = site.clock.now();
  const rows = await userPage(db, { search, beforeId: decodeIdCursor(cursor), limit: limit + 1, now });
  const { items: users, nextCursor } = toPage(rows, limit, encodeIdCursor);
  return { users, nextCursor };
}

/**
 * Promote a player to moderator, or demote a moderator. The role applies from the next request on, and the player is
 * notified. An active mute continues.
 * @throws AppError `notFound`; `forbidden` if the player is the caller or an admin; `conflict` if the role is
 *   unchanged, or if a suspended player would become a moderator; `tooOften` if the admin's budget is used up.
 */
export async function setUserRole(
  db: DbOrTx,
  site: Site,
  { adminId, userId, to }: AdminAction & { to: 'player' | 'moderator' },
): Promise<AdminUser> {
  return transaction(db, async (tx) => {
    const user = await lockForAction(tx, site, { adminId, userId });
    assertRoleChangeAllowed(adminId, user, to);
    await updateRoleOf(tx, site, userId, to);
    await recordAudit(tx, site, {
      kind: 'role.change',
      actorId: adminId,
      targetId: userId,
      before: user.role,
      after: to,
    });
    await notify(tx, site, {
      userId,
      type: 'system',
      ...NOTIFICATION_MESSAGES.role(to),
      link: to === 'moderator' ? '/admin' : '/dashboard',
      collapse: 'role',
    });
    return { ...user, role: to };
  });
}

/**
 * Lock the admin and the target until the transaction ends, and return the target.
 * @throws AppError `forbidden` if the caller is no longer an admin; `notFound` if the target does not exist.
 */
async function lockForAction(tx: Tx, site: Site, { adminId, userId }: AdminAction): Promise<AdminUser> {
  await lockPlayers(tx, adminId, userId);
  const now = site.clock.now();
  if ((await userById(tx, adminId, now))?.role !== 'admin') throw new AppError('forbidden');
  const user = await userById(tx, userId, now);
  if (!user) throw new AppError('notFound');
  return user;
}

/** Lock and return a player that the caller is allowed to edit. */
async function lockEditableTarget(tx: Tx, site: Site, action: AdminAction): Promise<AdminUser> {
  const user = await lockForAction(tx, site, action);
  assertNotAdmin(action.adminId, user);
  return user;
}

/**
 * Delete a player's account permanently.
 * @throws AppError `notFound`; `forbidden` if the player is the caller or an admin; `tooOften` if the admin's budget is
 *   used up.
 */
export async function deleteUser(db: DbOrTx, site: Site, action: AdminAction): Promise<void> {
  await transaction(db, async (tx) => {
    await lockEditableTarget(tx, site, action);
    await deleteAccount(tx, site, action.userId);
    // Do not record the username, because it could not be erased from the immutable audit log.
    await recordAudit(tx, site, { kind: 'user.delete', actorId: action.adminId, targetId: action.userId });
  });
}

/**
 * Return a player with stats and inventory.
 * @throws AppError `notFound`.
 */
export async function getPlayer(db: DbOrTx, site: Site, userId: number): Promise<AdminPlayer> {
  const now = site.clock.now();
  const user = await userById(db, userId, now);
  const stored = user && (await characterOf(db, userId));
  if (!stored) throw new AppError('notFound');
  const { max_health: maxHealth, ...row } = withRegeneration(stored, now);
  return { user, stats: { ...row, maxHealth }, inventory: await listInventory(db, userId) };
}

/**
 * Update the given stats of a character, also in the character's open fights. A change in the number of coins is
 * recorded in the ledger.
 * @throws AppError `notFound`; `forbidden` if the player is the caller or an admin; `invalid` with a message for each
 *   invalid field; `tooOften` if the admin's budget is used up.
 */
export async function editPlayer(
  db: DbOrTx,
  site: Site,
  {
    adminId,
    userId,
    reason: sent,
    ...edit
  }: AdminAction & CharacterEdit & { reason?: string | null | undefined },
): Promise<AdminPlayer> {
  const reason = toReason(sent);
  return transaction(db, async (tx) => {
    await lockEditableTarget(tx, site, { adminId, userId });
    let coins: number | null = null;
    let changes = { before: '', after: '' };
    await updateCharacterInFights(tx, site, userId, (row) => {
      const edited = applyEdit(row, edit, site.clock.now());
      coins = edited.coins === null ? null : edited.coins - row.coins;
      changes = changesOf(row, { ...edited.after, coins: edited.coins ?? row.coins });
      return edited.after;
    });
    if (coins !== null) await recordEdit(tx, site, { adminId, userId, amount: coins, reason });
    site.realtime.emit(tx, [userId], 'inventory:changed', {});
    if (changes.after !== '')
      await recordAudit(tx, site, {
        kind: 'stats.edit',
        actorId: adminId,
        targetId: userId,
        ...changes,
        reason,
      });
    return getPlayer(tx, site, userId);
  });
}

const recordEdit = (
  tx: Tx,
  site: Site,
  action: AdminAction & { amount: number; reason: string | null },
): Promise<number> =>
  adjustCoins(tx, site, {
    userId: action.userId,
    amount: action.amount,
    by: `admin ${action.adminId}`,
    note: action.reason ?? '',
  });

/**
 * Add coins to a player's balance, or deduct them.
 * @returns the new balance.
 * @throws AppError `invalid` for 0 and for more than a million coins in either direction; `notFound`; `forbidden` if
 *   the player is the caller or an admin; `conflict` if the balance would fall below 0; `tooOften` if the admin's
 *   budget is used up.
 */
export async function adjustBalance(
  db: DbOrTx,
  site: Site,
  { amount, reason: sent, ...action }: AdminAction & { amount: number; reason?: string | null | undefined },
): Promise<number> {
  const reason = toReason(sent);
  const most = LIMITS.adminCoins.max;
  if (amount === 0 || Math.abs(amount) > most)
    throw invalidFieldsError({ amount: `${REFUSALS.range(-most, most)}, not 0` });
  return transaction(db, async (tx) => {
    await lockEditableTarget(tx, site, action);
    const balance = await recordEdit(tx, site, { ...action, amount, reason });
    await recordAudit(tx, site, {
      kind: 'coins.adjust',
      actorId: action.adminId,
      targetId: action.userId,
      before: String(balance - amount),
      after: String(balance),
      reason,
    });
    return balance;
  });
}

/**
 * Add potions, weapons or armor to a player's inventory.
 * @throws AppError `notFound`; `invalid` for another type of item or a quantity out of range; `forbidden` if the player
 *   is the caller or an admin; `conflict` if the carry limit would be exceeded; `tooOften` if the admin's budget is
 *   used up.
 */
export async function giveItemTo(
  db: DbOrTx,
  site: Site,
  { itemId, quantity, ...action }: AdminAction & { itemId: number; quantity: number },
): Promise<AdminPlayer> {
  const item = itemOf(itemId);
  if (!GRANTABLE_TYPES.some((type) => type === item.type))
    throw invalidFieldsError({ itemId: REFUSALS.notGrantable });
  const most = LIMITS.store.quantityMax;
  if (quantity < 1 || quantity > most) throw invalidFieldsError({ quantity: REFUSALS.range(1, most) });
  return moveItem(db, site, action, { kind: 'inventory.add', item }, (tx) =>
    giveItem(tx, site, { userId: action.userId, item, quantity }),
  );
}

/**
 * Remove a quantity of an item from a player's inventory. If the quantity is null, remove all of it.
 * @throws AppError `notFound`, also if the player does not have the item; `forbidden` if the player is the caller or an
 *   admin; `conflict` if the player has less than the quantity; `tooOften` if the admin's budget is used up.
 */
export async function takeItemFrom(
  db: DbOrTx,
  site: Site,
  { itemId, quantity, ...action }: AdminAction & { itemId: number; quantity: number | null },
): Promise<AdminPlayer> {
  const item = itemOf(itemId);
  return moveItem(db, site, action, { kind: 'inventory.remove', item }, (tx) =>
    removeItem(tx, site, { userId: action.userId, item, quantity }),
  );
}

async function moveItem(
  db: DbOrTx,
  site: Site,
  action: AdminAction,
  { kind, item }: { kind: 'inventory.add' | 'inventory.remove'; item: Item },
  move: (tx: Tx) => Promise<{ before: number; after: number }>,
): Promise<AdminPlayer> {
  return transaction(db, async (tx) => {
    await lockEditableTarget(tx, site, action);
    // Lock the character first, as every other inventory change does.
    await lockCharacters(tx, [action.userId]);
    const { before, after } = await move(tx);
    await recordAudit(tx, site, {
      kind,
      actorId: action.adminId,
      targetId: action.userId,
      subject: item.name,
      before: String(before),
      after: String(after),
    });
    return getPlayer(tx, site, action.userId);
  });
}
