import { sideOfPlayer } from '@rivalhold/shared/combat/fight.ts';
import { manualHealAmount } from '@rivalhold/shared/combat/heal.ts';
import type { Side } from '@rivalhold/shared/combat/rules.ts';
import type { combat, Rewards } from '@rivalhold/shared/contract/combat.ts';
import type { Reply } from '@rivalhold/shared/contract/schema.ts';
import { type Item, itemById, usableOutsideFight } from '@rivalhold/shared/items/catalogue.ts';
import { ENERGY_MAX, HEAL_ENERGY } from '@rivalhold/shared/levels/regeneration.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { INVENTORY_TEXTS } from '@rivalhold/shared/texts/inventory.ts';
import { msSince } from '../../platform/clock.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { assertNotBlocked, blockedError } from '../blocks/service.ts';
import {
  type CharacterRow,
  characterOf,
  lockCharacters,
  saveCharacter,
  toStats,
  withRegeneration,
} from '../game/service.ts';
import { useOneItem } from '../inventory/service.ts';
import { completeQuest } from '../quests/service.ts';
import {
  applyFightInput,
  beginFightTransaction,
  commitFightTransaction,
  type FightTransaction,
} from './fight-transaction.ts';
import { toCombat } from './presenters.ts';
import { hasActedSinceExchange, lastStruckFight, lastWinner, playersById } from './queries.ts';

type AttackResponse = Reply<(typeof combat)['routes']['POST /api/combat/attack']>;
type HealResponse = Reply<(typeof combat)['routes']['POST /api/combat/manual-heal']>;
type UseItemResponse = Reply<(typeof combat)['routes']['POST /api/combat/use-item']>;

/**
 * Run one exchange: the caller attacks the other player of their open fight, who strikes back unless knocked out.
 * @throws AppError tooOften within 500 ms of the caller's last exchange in it; alreadyDefeated, fightOver or noFight
 * without an open fight, tooWeak at health 0 instead of noFight; forbidden across a block.
 */
export async function attack(
  db: DbOrTx,
  site: Site,
  { userId, opponentId }: { userId: number; opponentId: number },
): Promise<AttackResponse> {
  return transaction(db, async (tx) => {
    const arena = await beginFightTransaction(tx, site, userId, opponentId);
    if (!arena) throw await missingFightError(tx, site, userId, opponentId);
    const { fight, now } = arena;
    const side = sideOfPlayer(fight.setup, userId);
    if (fight.state.status === 'active') {
      const last = side === 'attacker' ? fight.attacker_last_action_at : fight.defender_last_action_at;
      if (last && msSince(last, now) < LIMITS.combat.exchangeIntervalMs)
        throw new AppError('tooOften', 'You’re attacking too fast. Wait a moment.', { retryAfter: 1 });
      applyFightInput(arena, { kind: 'attack', by: userId });
      if (side === 'attacker') fight.attacker_last_action_at = now;
      else fight.defender_last_action_at = now;
      fight.last_exchange_at = now;
    }
    const rewards = await commitFightTransaction(tx, site, arena);
    const own = arena[side];
    const { attacker, defender } = fight.state;
    return {
      combat: toCombat(fight),
      lines: arena.lines,
      defenderHealth: side === 'attacker' ? defender.hp : attacker.hp,
      attackerHP: side === 'attacker' ? attacker.hp : defender.hp,
      combatCompleted: rewards !== null,
      updatedStats: toStats(own, true),
      attackerXP: own.experience,
      attackerLevel: own.level,
      ...endOfFight(arena, rewards),
    };
  });
}

async function missingFightError(tx: Tx, site: Site, userId: number, opponentId: number): Promise<AppError> {
  const opponent = (await playersById(tx, [opponentId])).get(opponentId);
  if (!opponent) return blockedError();
  // A block ends an open fight, so a block matters only without one.
  await assertNotBlocked(tx, userId, opponentId);
  const winnerId = await lastWinner(tx, userId, opponentId);
  if (winnerId === userId)
    return new AppError('alreadyDefeated', COMBAT_TEXTS.alreadyDefeated(opponent.username));
  // Reported before tooWeak, although a lost fight leaves health 0: the client does not know of the end yet.
  if (winnerId === opponentId) return new AppError('fightOver', COMBAT_TEXTS.youWereDefeated);
  const own = await characterOf(tx, userId);
  const isWeak = own !== undefined && withRegeneration(own, site.clock.now()).health <= 0;
  return new AppError(isWeak ? 'tooWeak' : 'noFight');
}

const endOfFight = ({ fight }: FightTransaction, rewards: Rewards | null) => ({
  rewards,
  seed: rewards ? fight.seed : null,
});

/**
 * Heal for energy: as an input of the open fight last acted in, or outside fights.
 * @throws AppError noEnergy, fullHealth, strikeFirst, healLimit.
 */
export async function manualHeal(db: DbOrTx, site: Site, userId: number): Promise<HealResponse> {
  return transaction(db, async (tx) => {
    const arena = await openFightTransaction(tx, site, userId);
    if (!arena) return healOutsideFight(tx, site, userId);
    const side = sideOfPlayer(arena.fight.setup, userId);
    const before = arena.fight.state[side].hp;
    if (arena.fight.state.status === 'active') {
      arena[side] = spendEnergy(arena[side], HEAL_ENERGY);
      await assertFirstActionOfExchange(tx, arena, side);
      applyFightInput(arena, { kind: 'heal', by: userId });
    }
    await commitFightTransaction(tx, site, arena);
    const health = arena.fight.state[side].hp;
    return {
      newHealth: health,
      message: healMessage(health - before),
      updatedCombat: toCombat(arena.fight),
      updatedStats: toStats(arena[side], true),
    };
  });
}

/**
 * A player has the same health in all fights they started, so only one heal or item is allowed between two exchanges
 * across them. Otherwise a player could heal in a second fight for the first.
 */
async function assertFirstActionOfExchange(
  tx: Tx,
  { attacker }: FightTransaction,
  side: Side,
): Promise<void> {
  if (
    side === 'attacker' &&
    attacker.open_started_fights > 1 &&
    (await hasActedSinceExchange(tx, attacker.user_id))
  )
    throw new AppError('strikeFirst');
}

const healMessage = (amount: number): string => `You recover ${amount} health.`;

/**
 * Deduct energy from a character.
 * @throws AppError noEnergy if too little is left.
 */
export function spendEnergy(row: CharacterRow, cost: number): CharacterRow {
  if (row.energy < cost) throw new AppError('noEnergy');
  return { ...row, energy: row.energy - cost };
}

async function healOutsideFight(tx: Tx, site: Site, userId: number): Promise<HealResponse> {
  const row = await lockOwnCharacter(tx, site, userId);
  const amount = manualHealAmount(row.max_health);
  const after = restoreHealth(spendEnergy(row, HEAL_ENERGY), amount);
  await saveCharacter(tx, after);
  return {
    newHealth: after.health,
    message: healMessage(after.health - row.health),
    updatedCombat: null,
    updatedStats: toStats(after, true),
  };
}

function restoreHealth(row: CharacterRow, amount: number): CharacterRow {
  if (row.health >= row.max_health) throw new AppError('fullHealth');
  return { ...row, health: Math.min(row.max_health, row.health + amount) };
}

/**
 * Lock and return the caller's character, for a change outside fights.
 * @throws AppError conflict while a fight that the player started is open.
 */
async function lockOwnCharacter(tx: Tx, site: Site, userId: number): Promise<CharacterRow> {
  const [row] = await lockCharacters(tx, [userId]);
  if (!row) throw new AppError('notFound');
  // A fight may have started since the check for an open one. The health then belongs to that fight.
  if (row.open_started_fights > 0) throw new AppError('conflict');
  return withRegeneration(row, site.clock.now());
}

/** Begin the transaction of the open fight that a player last acted in; null if there is none. */
async function openFightTransaction(tx: Tx, site: Site, userId: number): Promise<FightTransaction | null> {
  const fight = await lastStruckFight(tx, userId);
  return fight ? beginFightTransaction(tx, site, userId, fight.opponentId) : null;
}

/**
 * Use one carried item: on the opponent of an open fight, or on the caller, in the open fight last acted in or outside
 * fights. The item is consumed only if it has an effect.
 * @throws AppError noItem, invalid, strikeFirst, itemLimit, fullHealth; without a fight with the target, as `attack`.
 */
export async function useItem(
  db: DbOrTx,
  site: Site,
  { userId, itemId, targetId }: { userId: number; itemId: number; targetId: number },
): Promise<UseItemResponse> {
  const item = itemById(itemId);
  if (!item) throw new AppError('noItem');
  return transaction(db, async (tx) => {
    const arena =
      targetId === userId
        ? await openFightTransaction(tx, site, userId)
        : await beginFightTransaction(tx, site, userId, targetId);
    if (!arena && targetId !== userId) throw await missingFightError(tx, site, userId, targetId);
    if (!arena) return useItemOutsideFight(tx, site, userId, item);
    const { fight } = arena;
    const side = sideOfPlayer(fight.setup, userId);
    if (fight.state.status === 'active') {
      if (!item.usable) throw new AppError('invalid', `You can’t use ${item.name} in a fight.`);
      await assertFirstActionOfExchange(tx, arena, side);
      applyFightInput(arena, { kind: 'item', by: userId, target: targetId, itemId });
      await consumeItem(tx, site, userId, item);
    }
    const rewards = await commitFightTransaction(tx, site, arena);
    return {
      message: arena.lines.at(0)?.text ?? `You use the ${item.name}.`,
      newHealth: fight.state[sideOfPlayer(fight.setup, targetId)].hp,
      updatedCombat: toCombat(fight),
      updatedStats: toStats(arena[side], true),
      ...endOfFight(arena, rewards),
    };
  });
}

async function consumeItem(tx: Tx, site: Site, userId: number, { id, type }: Item): Promise<void> {
  await useOneItem(tx, site, userId, id);
  if (type === 'potion') await completeQuest(tx, site, [userId], 'potion');
}

const itemGains = (before: CharacterRow, after: CharacterRow) =>
  [
    {
      what: 'health' as const,
      amount: after.health - before.health,
      now: after.health,
      most: after.max_health,
    },
    { what: 'energy' as const, amount: after.energy - before.energy, now: after.energy, most: ENERGY_MAX },
  ].filter(({ amount }) => amount > 0);

async function useItemOutsideFight(tx: Tx, site: Site, userId: number, item: Item): Promise<UseItemResponse> {
  const row = await lockOwnCharacter(tx, site, userId);
  if (!usableOutsideFight(item)) throw new AppError('invalid', `You can’t use ${item.name} outside a fight.`);
  const energy = item.boost?.energy ?? 0;
  if (energy > 0 && row.energy >= ENERGY_MAX) throw new AppError('conflict', 'Your energy is already full.');
  const fed = { ...row, energy: Math.min(ENERGY_MAX, row.energy + energy) };
  const after = item.healAmount > 0 ? restoreHealth(fed, item.healAmount) : fed;
  await consumeItem(tx, site, userId, item);
  await saveCharacter(tx, after);
  return {
    message: INVENTORY_TEXTS.used(item.name, itemGains(row, after)),
    newHealth: after.health,
    updatedCombat: null,
    updatedStats: toStats(after, true),
    rewards: null,
    seed: null,
  };
}
