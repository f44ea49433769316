import type { AdminPlayer, AdminUser } from '@rivalhold/shared/contract/admin.ts';
import type { Item } from '@rivalhold/shared/items/catalogue.ts';
import { GIVEN_TYPES } from '@rivalhold/shared/items/given.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { ADMIN_REFUSALS as REFUSALS } from '@rivalhold/shared/texts/admin.ts';
import { NOTICES } from '@rivalhold/shared/texts/notices.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError, invalidFields } from '../../platform/errors.ts';
import { cutPage, type PageQuery, readIdCursor, writeIdCursor } from '../../platform/http/cursor.ts';
import type { Site } from '../../platform/site.ts';
import { giveRole } from '../accounts/service.ts';
import { reasonOf, record } from '../audit/service.ts';
import { lockPlayers } from '../blocks/service.ts';
import { changeFighter } from '../combat/service.ts';
import { deleteAccount } from '../deletion/service.ts';
import { asOfNow, characterOf, lockCharacters } from '../game/service.ts';
import { giveItem, itemOf, listInventory, removeItem } from '../inventory/service.ts';
import { adjustCoins } from '../ledger/service.ts';
import { notify } from '../notifications/service.ts';
import { changesOf, type Edit, editOf, refuseAdmins, refuseRoleChange } from './policy.ts';
import { userById, userPage } from './queries.ts';

/** Which admin does it, and to whom. */
type Act = { adminId: number; userId: number };

/**
 * A page of all players, the newest first; of those whose name or address has `search` in it.
 * @throws AppError invalid for a foreign cursor.
 */
export async function listUsers(
  db: DbOrTx,
  site: Site,
  { search, cursor, limit }: { search: string } & PageQuery,
): Promise<{ users: AdminUser[]; nextCursor: string | null }> {
  const now = site.clock.now();
  const rows = await userPage(db, { search, beforeId: readIdCursor(cursor), limit: limit + 1, now });
  const { items: users, nextCursor } = cutPage(rows, limit, writeIdCursor);
  return { users, nextCursor };
}

/**
 * Makes a player a moderator, or a moderator a player; it holds from the next request on, and they are told. A mute
 * goes on: what it was for has not changed.
 * @throws AppError notFound; forbidden for oneself and for admins; conflict for who is it already, and the suspended.
 */
export async function changeRole(
  db: DbOrTx,
  site: Site,
  { adminId, userId, to }: Act & { to: 'player' | 'moderator' },
): Promise<AdminUser> {
  return transaction(db, async (tx) => {
    const user = await lockForAct(tx, site, { adminId, userId });
    refuseRoleChange(adminId, user, to);
    await giveRole(tx, site, userId, to);
    await record(tx, site, {
      kind: 'role.change',
      actorId: adminId,
      targetId: userId,
      before: user.role,
      after: to,
    });
    await notify(tx, site, {
      userId,
      type: 'system',
      ...NOTICES.role(to),
      link: to === 'moderator' ? '/admin' : '/dashboard',
      collapse: 'role',
    });
    return { ...user, role: to };
  });
}

/** Both who acts, and still is an admin, and whom on; so they stay until the transaction ends. */
async function lockForAct(tx: Tx, site: Site, { adminId, userId }: Act): Promise<AdminUser> {
  await lockPlayers(tx, adminId, userId);
  const now = site.clock.now();
  if ((await userById(tx, adminId, now))?.role !== 'admin') throw new AppError('forbidden');
  const user = await userById(tx, userId, now);
  if (!user) throw new AppError('notFound');
  return user;
}

/** A player who may be edited, and stays so until the transaction ends. */
async function target(tx: Tx, site: Site, act: Act): Promise<AdminUser> {
  const user = await lockForAct(tx, site, act);
  refuseAdmins(act.adminId, user);
  return user;
}

/**
 * Deletes a player's account, for good.
 * @throws AppError notFound; forbidden for oneself and for admins.
 */
export async function deleteUser(db: DbOrTx, site: Site, act: Act): Promise<void> {
  await transaction(db, async (tx) => {
    await target(tx, site, act);
    await deleteAccount(tx, site, act.userId);
    // Not the name: the log is never changed, and the name is to be forgotten.
    await record(tx, site, { kind: 'user.delete', actorId: act.adminId, targetId: act.userId });
  });
}

/** @throws AppError notFound. */
export async function showPlayer(db: DbOrTx, site: Site, userId: number): Promise<AdminPlayer> {
  const now = site.clock.now();
  const user = await userById(db, userId, now);
  const stored = user && (await characterOf(db, userId));
  if (!stored) throw new AppError('notFound');
  const { max_health: maxHealth, ...row } = asOfNow(stored, now);
  return { user, stats: { ...row, maxHealth }, inventory: await listInventory(db, userId) };
}

/**
 * Sets what is sent of a character, also in fights that are open; coins are booked as the difference.
 * @throws AppError notFound; forbidden for oneself and for admins; invalid with a text for each field at fault.
 */
export async function editPlayer(
  db: DbOrTx,
  site: Site,
  { adminId, userId, reason: sent, ...edit }: Act & Edit & { reason?: string | null | undefined },
): Promise<AdminPlayer> {
  const reason = reasonOf(sent);
  return transaction(db, async (tx) => {
    await target(tx, site, { adminId, userId });
    let coins: number | null = null;
    let changes = { before: '', after: '' };
    await changeFighter(tx, site, userId, (row) => {
      const edited = editOf(row, edit, site.clock.now());
      coins = edited.coins === null ? null : edited.coins - row.coins;
      changes = changesOf(row, { ...edited.after, coins: edited.coins ?? row.coins });
      return edited.after;
    });
    if (coins !== null) await book(tx, site, { adminId, userId, amount: coins, reason });
    site.realtime.emit(tx, [userId], 'inventory:changed', {});
    if (changes.after !== '')
      await record(tx, site, { kind: 'stats.edit', actorId: adminId, targetId: userId, ...changes, reason });
    return showPlayer(tx, site, userId);
  });
}

const book = (tx: Tx, site: Site, act: Act & { amount: number; reason: string | null }): Promise<number> =>
  adjustCoins(tx, site, {
    userId: act.userId,
    amount: act.amount,
    by: `admin ${act.adminId}`,
    why: act.reason ?? '',
  });

/**
 * Books coins to a purse, or from it.
 * @returns the new balance.
 * @throws AppError invalid for 0 and beyond a million; notFound; forbidden for oneself and for admins; conflict where
 * the balance would fall below 0.
 */
export async function adjustPurse(
  db: DbOrTx,
  site: Site,
  { amount, reason: sent, ...act }: Act & { amount: number; reason?: string | null | undefined },
): Promise<number> {
  const reason = reasonOf(sent);
  const most = LIMITS.adminCoins.max;
  if (amount === 0 || Math.abs(amount) > most)
    throw invalidFields({ amount: `${REFUSALS.range(-most, most)}, not 0` });
  return transaction(db, async (tx) => {
    await target(tx, site, act);
    const balance = await book(tx, site, { ...act, amount, reason });
    await record(tx, site, {
      kind: 'coins.adjust',
      actorId: act.adminId,
      targetId: act.userId,
      before: String(balance - amount),
      after: String(balance),
      reason,
    });
    return balance;
  });
}

/**
 * Gives a player so many of a potion, weapon or armor.
 * @throws AppError notFound; invalid for other items and quantities; forbidden for oneself and for admins; conflict
 * where that is more than one may carry.
 */
export async function giveTo(
  db: DbOrTx,
  site: Site,
  { itemId, quantity, ...act }: Act & { itemId: number; quantity: number },
): Promise<AdminPlayer> {
  const item = itemOf(itemId);
  if (!GIVEN_TYPES.some((type) => type === item.type)) throw invalidFields({ itemId: REFUSALS.notGiven });
  const most = LIMITS.store.quantityMax;
  if (quantity < 1 || quantity > most) throw invalidFields({ quantity: REFUSALS.range(1, most) });
  return moveItem(db, site, act, { kind: 'inventory.add', item }, (tx) =>
    giveItem(tx, site, { userId: act.userId, item, quantity }),
  );
}

/**
 * Takes an item from a player: so many of it, or all for null.
 * @throws AppError notFound, also where the player has none; forbidden for oneself and for admins; conflict where they
 * have fewer.
 */
export async function takeFrom(
  db: DbOrTx,
  site: Site,
  { itemId, quantity, ...act }: Act & { itemId: number; quantity: number | null },
): Promise<AdminPlayer> {
  const item = itemOf(itemId);
  return moveItem(db, site, act, { kind: 'inventory.remove', item }, (tx) =>
    removeItem(tx, site, { userId: act.userId, item, quantity }),
  );
}

async function moveItem(
  db: DbOrTx,
  site: Site,
  act: Act,
  { kind, item }: { kind: 'inventory.add' | 'inventory.remove'; item: Item },
  move: (tx: Tx) => Promise<{ before: number; after: number }>,
): Promise<AdminPlayer> {
  return transaction(db, async (tx) => {
    await target(tx, site, act);
    // The character first, as all do who change what somebody carries.
    await lockCharacters(tx, [act.userId]);
    const { before, after } = await move(tx);
    await record(tx, site, {
      kind,
      actorId: act.adminId,
      targetId: act.userId,
      subject: item.name,
      before: String(before),
      after: String(after),
    });
    return showPlayer(tx, site, act.userId);
  });
}
