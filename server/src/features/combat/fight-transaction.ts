import { otherSide } from '@rivalhold/shared/combat/fight.ts';
import { hmacRandom } from '@rivalhold/shared/combat/random.ts';
import { rewardFor } from '@rivalhold/shared/combat/rewards.ts';
import { applyInput, type FighterState, RuleViolation, type Side } from '@rivalhold/shared/combat/rules.ts';
import type { FightInput, LogLine, Rewards } from '@rivalhold/shared/contract/combat.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import { msSince } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { recordActivity } from '../activity/service.ts';
import { type CharacterRow, saveCharacter, withExperience, withRegeneration } from '../game/service.ts';
import { moveCoins } from '../ledger/service.ts';
import { deleteUnreadNotifications, notify } from '../notifications/service.ts';
import { completeQuest } from '../quests/service.ts';
import { toCombat } from './presenters.ts';
import {
  countPaidWinsSince,
  type FightRow,
  lockCharactersAndFight,
  lockOpenFight,
  lockStartedFights,
  saveFightAndCharacters,
} from './queries.ts';

/** A locked fight with both characters as of now, and the inputs since it was locked. */
export type FightTransaction = {
  fight: FightRow;
  attacker: CharacterRow;
  defender: CharacterRow;
  /** Shows whether the defender's character has changed and must be saved, which is rare. */
  storedDefender: CharacterRow;
  now: Date;
  newInputs: FightInput[];
  lines: LogLine[];
};

const SIDES: readonly Side[] = ['attacker', 'defender'];
const NO_REWARDS: Rewards = { xp: 0, coins: 0 };
/** A player counts as absent after this time without an action. */
const IDLE_AFTER_MS = 60_000;

/** Receiver and collapse key of the challenge notification, which opening the fight reads and its end deletes. */
export const challengeNotificationKey = (fight: { attacker_id: number; defender_id: number }) => ({
  userId: fight.defender_id,
  collapse: `challenge:${fight.attacker_id}`,
});

/**
 * Lock two players and their open fight, always in this order to avoid deadlocks: characters by id, then the fight.
 * Changes from outside the fight are added as a `sync` input.
 * @returns null if the two have no open fight.
 */
export async function beginFightTransaction(
  tx: Tx,
  site: Site,
  one: number,
  other: number,
): Promise<FightTransaction | null> {
  const now = site.clock.now();
  const { characters, fight: seen } = await lockCharactersAndFight(tx, one, other);
  // The first statement does not see a fight that started while it waited for the locks.
  const fight = seen ?? (await lockOpenFight(tx, one, other));
  if (!fight) return null;
  const find = (id: number) => characters.find((row) => row.user_id === id);
  const attacker = find(fight.attacker_id);
  const defender = find(fight.defender_id);
  if (!attacker || !defender) return null;
  const defenderAtEntry = withRegeneration(defender, now);
  const arena: FightTransaction = {
    fight,
    attacker: withRegeneration(attacker, now),
    defender: defenderAtEntry,
    storedDefender: defenderAtEntry,
    now,
    newInputs: [],
    lines: [],
  };
  if (isAbandoned(fight, now))
    applyFightInput(arena, { kind: 'forfeit', by: fight.attacker_id, reason: 'abandoned' });
  for (const side of SIDES) syncCharacter(arena, side);
  return arena;
}

const isAbandoned = (fight: FightRow, now: Date): boolean =>
  now.getTime() - fight.last_exchange_at.getTime() >= LIMITS.combat.abandonedAfterMs;

/**
 * Apply one input to the fight.
 * @throws AppError with the code of the violated rule.
 */
export function applyFightInput(arena: FightTransaction, input: FightInput): void {
  const { fight } = arena;
  const { state, lines } = applyRules(fight, input);
  fight.state = state;
  fight.input_count += 1;
  arena.newInputs.push(input);
  arena.lines.push(...lines);
}

function applyRules(fight: FightRow, input: FightInput) {
  try {
    const chance = hmacRandom(fight.seed, fight.id, fight.nonce);
    return applyInput(fight.setup, fight.state, input, chance);
  } catch (error) {
    throw error instanceof RuleViolation ? new AppError(error.code) : error;
  }
}

function syncCharacter(arena: FightTransaction, side: Side): void {
  const { fight } = arena;
  if (fight.state.status === 'over') return;
  const character = arena[side];
  const inside: FighterState = fight.state[side];
  // A defender's health exists only within the fight; the attacker fights with the character's health.
  const health = side === 'attacker' ? character.health : Math.min(inside.hp, character.max_health);
  const same =
    health === inside.hp &&
    character.max_health === inside.maxHealth &&
    character.attack === inside.attack &&
    character.defense === inside.defense &&
    character.level === inside.level;
  if (same) return;
  applyFightInput(arena, {
    kind: 'sync',
    by: character.user_id,
    health,
    maxHealth: character.max_health,
    attack: character.attack,
    defense: character.defense,
    level: character.level,
  });
}

/**
 * Save the inputs of a fight, reward the winner if it was won by an attack or item, and notify both players after
 * the commit. The attacker's character keeps the health left by the fight.
 * @returns the rewards if the fight is over, else null.
 */
export async function commitFightTransaction(
  tx: Tx,
  site: Site,
  arena: FightTransaction,
): Promise<Rewards | null> {
  const { fight, now } = arena;
  const over = fight.state.status === 'over';
  arena.attacker = { ...arena.attacker, health: fight.state.attacker.hp, health_at: now };
  const rewards = over ? await finishFight(tx, site, arena) : null;
  await saveFightAndCharacters(tx, fight, {
    added: arena.newInputs,
    characters: arena.defender === arena.storedDefender ? [arena.attacker] : [arena.attacker, arena.defender],
    at: now,
  });
  emitFightEvents(tx, site, arena, rewards);
  if (over) await deleteUnreadNotifications(tx, site, challengeNotificationKey(fight));
  if (over && isWonByAttack(arena)) await notifyAbsentPlayer(tx, site, arena);
  if (over && arena.attacker.health === 0) await endOtherStartedFights(tx, site, arena);
  return rewards;
}

async function finishFight(tx: Tx, site: Site, arena: FightTransaction): Promise<Rewards> {
  const { fight, now } = arena;
  const winner: Side = fight.state.winnerId === fight.attacker_id ? 'attacker' : 'defender';
  const loser = otherSide(winner);
  const isFought = isWonByAttack(arena);
  const rewards = isFought ? await rewardOf(tx, arena, winner, loser) : NO_REWARDS;
  if (isFought) await completeQuest(tx, site, activeFighters(fight), 'fight');
  closeFight(fight, rewards, now);
  arena.attacker.open_started_fights -= 1;
  if (rewards.xp + rewards.coins === 0) return rewards;

  const before = arena[winner];
  const after = withExperience(before, rewards.xp);
  after.wins += 1;
  const reference = `fight:${fight.id}`;
  const balance = await moveCoins(tx, site, {
    userId: after.user_id,
    amount: rewards.coins,
    reason: 'victory',
    reference,
    key: reference,
    at: now,
  });
  if (balance !== null) after.coins = balance;
  arena[winner] = after;
  arena[loser] = { ...arena[loser], losses: arena[loser].losses + 1 };
  await recordActivity(tx, site, {
    type: 'COMBAT_WIN',
    ownerId: after.user_id,
    actorId: arena[loser].user_id,
    level: after.level,
    xp: rewards.xp,
    coins: rewards.coins,
    fightId: fight.id,
    at: now,
  });
  if (after.level > before.level)
    await recordActivity(tx, site, { type: 'LEVEL_UP', ownerId: after.user_id, level: after.level, at: now });
  return rewards;
}

/**
 * Notify the other player of the end of the fight unless they acted in it recently. A later end replaces an earlier
 * notification.
 */
async function notifyAbsentPlayer(
  tx: Tx,
  site: Site,
  { fight, newInputs, now }: FightTransaction,
): Promise<void> {
  const { attacker_id: attackerId, defender_id: defenderId } = fight;
  const byAttacker = newInputs.at(-1)?.by === attackerId;
  const lastAt = byAttacker ? fight.defender_last_action_at : fight.attacker_last_action_at;
  if (lastAt && msSince(lastAt, now) < IDLE_AFTER_MS) return;
  const { id: actorId, username } = fight.setup[byAttacker ? 'attacker' : 'defender'];
  const userId = byAttacker ? defenderId : attackerId;
  await notify(tx, site, {
    userId,
    type: 'system',
    ...NOTIFICATION_MESSAGES.fightOver(username, fight.winner_id === userId),
    link: `/fights/${fight.id}`,
    actorId,
    collapse: `fight:${actorId}`,
  });
}

/** Report whether the fight was won by an attack or item. Only then are there rewards. */
function isWonByAttack({ newInputs }: FightTransaction): boolean {
  const last = newInputs.at(-1)?.kind;
  return last === 'attack' || last === 'item';
}

/** Return the players who took part. A challenged player may never have acted. */
const activeFighters = ({ attacker_id, defender_id, defender_last_action_at }: FightRow): number[] =>
  defender_last_action_at === null ? [attacker_id] : [attacker_id, defender_id];

async function rewardOf(tx: Tx, arena: FightTransaction, winner: Side, loser: Side): Promise<Rewards> {
  const since = new Date(arena.now.getTime() - LIMITS.combat.rewardWindowMs);
  return rewardFor({
    winnerLevel: arena[winner].level,
    loserLevel: arena[loser].level,
    winsOverSameOpponentIn24h: await countPaidWinsSince(
      tx,
      arena[winner].user_id,
      arena[loser].user_id,
      since,
    ),
  });
}

function closeFight(fight: FightRow, rewards: Rewards, now: Date): void {
  fight.status = 'over';
  fight.winner_id = fight.state.winnerId;
  fight.reward_xp = rewards.xp;
  fight.reward_coins = rewards.coins;
  fight.ended_at = now;
}

/**
 * A player knocked out in one fight is knocked out in all fights they started, so end those without rewards. All
 * transactions lock the attacker's character first, so no other transaction holds these locks.
 */
async function endOtherStartedFights(
  tx: Tx,
  site: Site,
  { attacker, defender, now }: FightTransaction,
): Promise<void> {
  const others = await lockStartedFights(tx, attacker.user_id);
  if (others.length === 0) return;
  for (const fight of others) {
    const arena: FightTransaction = {
      fight,
      attacker,
      defender,
      storedDefender: defender,
      now,
      newInputs: [],
      lines: [],
    };
    applyFightInput(arena, { kind: 'forfeit', by: attacker.user_id, reason: 'ended' });
    closeFight(fight, NO_REWARDS, now);
    await saveFightAndCharacters(tx, fight, { added: arena.newInputs, characters: [], at: now });
    emitFightEvents(tx, site, arena, NO_REWARDS);
    await deleteUnreadNotifications(tx, site, challengeNotificationKey(fight));
  }
  attacker.open_started_fights = 0;
  await saveCharacter(tx, attacker);
}

function emitFightEvents(
  tx: Tx,
  site: Site,
  { fight, lines }: FightTransaction,
  rewards: Rewards | null,
): void {
  const both = [fight.attacker_id, fight.defender_id];
  site.realtime.emit(tx, both, 'combatLogAppend', { combatId: fight.id, lines });
  site.realtime.emit(tx, both, 'combatStateUpdate', { combat: toCombat(fight) });
  if (rewards)
    site.realtime.emit(tx, both, 'combatOver', {
      combatId: fight.id,
      winnerId: fight.winner_id,
      rewards,
      seed: fight.seed,
    });
}
