import type { Choice, combat, FightRewards, Side } from '@rivalhold/shared/contract/combat.ts';
import type { Reply } from '@rivalhold/shared/contract/schema.ts';
import { itemEffect } from '@rivalhold/shared/fights/item-effects.ts';
import { manualHealAmount } from '@rivalhold/shared/fights/numbers.ts';
import { RANKED } from '@rivalhold/shared/fights/ranked.ts';
import { type Item, itemById, usableOutsideFight } from '@rivalhold/shared/items/catalogue.ts';
import { ENERGY_MAX, HEAL_ENERGY } from '@rivalhold/shared/levels/regeneration.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { COMBAT_MESSAGES, COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
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
import { quantityOf, useOneItem } from '../inventory/service.ts';
import { markCollapsedAsRead } from '../notifications/service.ts';
import { completeQuest } from '../quests/service.ts';
import {
  applyFightInput,
  beginFightTransaction,
  challengeNotificationKey,
  chooseMove,
  commitFightTransaction,
  declineAndReveal,
  type FightTransaction,
} from './fight-transaction.ts';
import { toCombat } from './presenters.ts';
import { lastActiveFight, lastWinner, ownFightOf, playersById, sideOf } from './queries.ts';

type AttackResponse = Reply<(typeof combat)['routes']['POST /api/combat/attack']>;
type HealResponse = Reply<(typeof combat)['routes']['POST /api/combat/manual-heal']>;
type EndResponse = Reply<(typeof combat)['routes']['POST /api/combat/fights/{id}/concede']>;
type UseItemResponse = Reply<(typeof combat)['routes']['POST /api/combat/use-item']>;

/**
 * Data that the caller's browser sends with a choice: a nonce and, optionally, the fight and the exchange that the page
 * shows.
 */
export type ChoiceContext = {
  nonce: string;
  fightId?: number | undefined;
  exchange?: number | undefined;
};
/** A move that the caller chooses, in the open fight against `opponentId`. */
type ChoiceRequest = ChoiceContext & { userId: number; opponentId: number; choice: Choice };

/**
 * Choose a move in the open fight between two players. The move is revealed together with the opponent's move, or
 * immediately if the opponent is absent. If the deadline of the exchange has passed, ignore the choice. The caller's
 * fight style has already chosen a move, and the response contains the exchange with that move.
 * @throws AppError `tooOften` within 500 ms of the caller's last choice in this fight; `conflict` if the exchange is
 * already revealed, the caller has already chosen a move, or the caller's time is up while the opponent still has time;
 * `forbidden` if either player has blocked the other; `alreadyDefeated`, `fightOver`, `tooWeak` or `noFight` if there
 * is no open fight; the code of a violated rule.
 */
export async function attack(db: DbOrTx, site: Site, request: ChoiceRequest): Promise<AttackResponse> {
  return transaction(db, async (tx) => {
    const { userId, opponentId } = request;
    const fightTx = await beginFightTransaction(tx, site, userId, opponentId);
    if (!fightTx) throw await missingFightError(tx, site, userId, opponentId);
    const { fight } = fightTx;
    const side = sideOf(fight, userId);
    const rewards = await chooseAndCommit(tx, site, fightTx, { side, ...request });
    const own = fightTx[side];
    const { attacker, defender } = fight.state;
    return {
      combat: toCombat(fight, site),
      lines: fightTx.lines,
      defenderHealth: side === 'attacker' ? defender.hp : attacker.hp,
      attackerHP: side === 'attacker' ? attacker.hp : defender.hp,
      combatCompleted: rewards !== null,
      updatedStats: toStats(own, true),
      attackerXP: own.experience,
      attackerLevel: own.level,
      ...resultOf(fightTx, side, rewards),
    };
  });
}

async function chooseAndCommit(
  tx: Tx,
  site: Site,
  fightTx: FightTransaction,
  { side, choice, nonce, fightId, exchange }: ChoiceContext & { side: Side; choice: Choice },
): Promise<FightRewards | null> {
  const { fight, now } = fightTx;
  if (fightId !== undefined && fightId !== fight.id) throw new AppError('fightOver');
  // If the deadline had passed, `beginFightTransaction` might have ended the fight, or revealed the exchange for which
  // the caller sent this choice. In both cases, ignore the choice.
  const isRevealed = fightTx.newInputs.some(({ kind }) => kind === 'exchange');
  if (fight.state.status === 'active' && !isRevealed) {
    if (exchange !== undefined && exchange !== fight.state.exchanges + 1)
      throw new AppError('conflict', COMBAT_TEXTS.tooLate);
    const last = side === 'attacker' ? fight.attacker_last_action_at : fight.defender_last_action_at;
    if (last && msSince(last, now) < LIMITS.combat.exchangeIntervalMs)
      throw new AppError('tooOften', COMBAT_MESSAGES.tooFast, { retryAfter: 1 });
    await chooseMove(tx, site, fightTx, { side, choice, nonce, isOnPage: fightId !== undefined });
  }
  return commitFightTransaction(tx, site, fightTx);
}

/**
 * Return whether the caller's choice is waiting for the opponent's choice. If the fight has ended, also return its
 * rewards and seed.
 */
const resultOf = ({ fight }: FightTransaction, side: Side, rewards: FightRewards | null) => ({
  sealed: fight.status === 'active' && fight.live[side].sealed,
  rewards,
  seed: rewards ? fight.seed : null,
});

async function missingFightError(tx: Tx, site: Site, userId: number, opponentId: number): Promise<AppError> {
  const opponent = (await playersById(tx, [opponentId])).get(opponentId);
  if (!opponent) return blockedError();
  // A block ends open fights, so a choice needs this check only if there is no open fight.
  await assertNotBlocked(tx, userId, opponentId);
  const winnerId = await lastWinner(tx, userId, opponentId);
  if (winnerId === userId)
    return new AppError('alreadyDefeated', COMBAT_TEXTS.alreadyDefeated(opponent.username));
  // Check this before the health. A player who has just lost can have health 0, but must get `fightOver`, because the
  // client might not know yet that the fight is over.
  if (winnerId === opponentId) return new AppError('fightOver', COMBAT_TEXTS.youWereDefeated);
  const own = await characterOf(tx, userId);
  const isWeak = own !== undefined && withRegeneration(own, site.clock.now()).health <= 0;
  return new AppError(isWeak ? 'tooWeak' : 'noFight');
}

/**
 * Spend energy to heal. If the player has an open fight (see `openFightTransaction`), the heal is a move in
 * this fight.
 */
export async function manualHeal(
  db: DbOrTx,
  site: Site,
  { userId, ...context }: ChoiceContext & { userId: number },
): Promise<HealResponse> {
  return transaction(db, async (tx) => {
    const fightTx = await openFightTransaction(tx, site, userId, context.fightId);
    if (!fightTx) return healOutsideFight(tx, site, userId);
    const { fight } = fightTx;
    const side = sideOf(fight, userId);
    const choice: Choice = { move: 'heal', itemId: null };
    const rewards = await chooseAndCommit(tx, site, fightTx, { side, choice, ...context });
    const result = resultOf(fightTx, side, rewards);
    return {
      newHealth: fight.state[side].hp,
      message: result.sealed ? COMBAT_TEXTS.moveChosen : exchangeMessage(fightTx, side),
      updatedCombat: toCombat(fight, site),
      updatedStats: toStats(fightTx[side], true),
      ...result,
    };
  });
}

/**
 * Return a message that says how much health a heal restored. If it restored none, return the log line of the exchange.
 * If there was no exchange, return a message that the move came too late.
 */
function exchangeMessage(fightTx: FightTransaction, side: Side): string {
  const line = lastExchange(fightTx);
  const healed = line?.[side]?.healed ?? 0;
  return healed > 0 ? COMBAT_MESSAGES.healed(healed) : (line?.text ?? COMBAT_TEXTS.tooLate);
}

const lastExchange = ({ lines }: FightTransaction) => lines.findLast(({ kind }) => kind === 'exchange');

/**
 * Deduct energy from a character.
 * @throws AppError `noEnergy` if too little is left.
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
    message: COMBAT_MESSAGES.healed(after.health - row.health),
    updatedCombat: null,
    updatedStats: toStats(after, true),
    ...OUTSIDE,
  };
}

/** Fields of the response when a heal or an item is used outside fights. */
const OUTSIDE = { sealed: false, rewards: null, seed: null };

function restoreHealth(row: CharacterRow, amount: number): CharacterRow {
  if (row.health >= row.max_health) throw new AppError('fullHealth');
  return { ...row, health: Math.min(row.max_health, row.health + amount) };
}

/**
 * Lock and return the caller's character, for a change outside fights.
 * @throws AppError `conflict` if a fight that the caller started is open.
 */
async function lockOwnCharacter(tx: Tx, site: Site, userId: number): Promise<CharacterRow> {
  const [row] = await lockCharacters(tx, [userId]);
  if (!row) throw new AppError('notFound');
  // If a fight has started since the check for an open fight, the fight now uses the character's health, so
  // the health must not change outside the fight.
  if (row.open_started_fights > 0) throw new AppError('conflict');
  return withRegeneration(row, site.clock.now());
}

/**
 * Begin a transaction on a player's open fight: the given fight or, if none is given, the fight in which the
 * player last acted. Return null if there is no such fight.
 * @throws AppError `notFound` for another player's fight; `fightOver` for a fight that has ended.
 */
async function openFightTransaction(
  tx: Tx,
  site: Site,
  userId: number,
  fightId: number | undefined,
): Promise<FightTransaction | null> {
  if (fightId !== undefined) return (await beginOwnFight(tx, site, { userId, fightId })).fightTx;
  const fight = await lastActiveFight(tx, userId, site.clock.now());
  return fight ? beginFightTransaction(tx, site, userId, fight.opponentId) : null;
}

/**
 * Use one carried item. In an open fight, using the item is the caller's move. If the target is another player, the
 * item is used in the fight against that player. If the target is the caller, the item is used in the given fight or,
 * if none is given, in the fight in which the caller last acted. Without such a fight, the item affects the caller
 * outside fights. An item is consumed only if it has an effect.
 * @throws AppError `noItem`, `invalid`, `itemLimit`, `fullHealth`, and the errors of `attack`.
 */
export async function useItem(
  db: DbOrTx,
  site: Site,
  {
    userId,
    itemId,
    targetId,
    ...context
  }: ChoiceContext & { userId: number; itemId: number; targetId: number },
): Promise<UseItemResponse> {
  const item = itemById(itemId);
  if (!item) throw new AppError('noItem');
  return transaction(db, async (tx) => {
    const fightTx =
      targetId === userId
        ? await openFightTransaction(tx, site, userId, context.fightId)
        : await beginFightTransaction(tx, site, userId, targetId);
    if (!fightTx && targetId !== userId) throw await missingFightError(tx, site, userId, targetId);
    if (!fightTx) return useItemOutsideFight(tx, site, userId, item);
    const { fight } = fightTx;
    const side = sideOf(fight, userId);
    const effect = itemEffect(itemId);
    if (!effect) throw new AppError('invalid', COMBAT_MESSAGES.notInFight(item.name));
    if (effect.damage > 0 !== (targetId !== userId)) throw new AppError('invalid');
    const isCarried = fight.ranked ? itemId === RANKED.itemId : (await quantityOf(tx, userId, itemId)) > 0;
    if (!isCarried) throw new AppError('noItem');
    const choice: Choice = { move: 'item', itemId };
    const rewards = await chooseAndCommit(tx, site, fightTx, { side, choice, ...context });
    const result = resultOf(fightTx, side, rewards);
    const shown = lastExchange(fightTx)?.text ?? COMBAT_TEXTS.tooLate;
    return {
      message: result.sealed ? COMBAT_TEXTS.moveChosen : shown,
      newHealth: fight.state[sideOf(fight, targetId)].hp,
      updatedCombat: toCombat(fight, site),
      updatedStats: toStats(fightTx[side], true),
      ...result,
    };
  });
}

/**
 * Give up an open fight. The caller loses it.
 * @throws AppError `notFound` for another player's fight; `fightOver`.
 */
export async function concede(
  db: DbOrTx,
  site: Site,
  { userId, fightId }: { userId: number; fightId: number },
): Promise<EndResponse> {
  return inOwnFight(db, site, { userId, fightId }, async (fightTx, side) => {
    if (fightTx.fight.state.status === 'over') throw new AppError('fightOver');
    applyFightInput(fightTx, { kind: 'forfeit', side, reason: 'conceded' });
  });
}

/**
 * Decline the challenge to an open fight. The defender's style then chooses the defender's moves. If the attacker has
 * already chosen a move, it is revealed. The notification about the challenge counts as read.
 * @throws AppError `notFound` for another player's fight; `conflict` unless the fight waits for the caller to accept or
 * decline the challenge.
 */
export async function declineChallenge(
  db: DbOrTx,
  site: Site,
  { userId, fightId }: { userId: number; fightId: number },
): Promise<EndResponse> {
  return inOwnFight(db, site, { userId, fightId }, async (fightTx, side, tx) => {
    if (side !== 'defender' || fightTx.fight.live.challengeExpiresAt === null) throw new AppError('conflict');
    await declineAndReveal(tx, site, fightTx);
    await markCollapsedAsRead(tx, site, challengeNotificationKey(fightTx.fight));
  });
}

/**
 * Begin a transaction on a player's open fight.
 * @throws AppError `notFound` for another player's fight; `fightOver` for a fight that has ended.
 */
async function beginOwnFight(
  tx: Tx,
  site: Site,
  { userId, fightId }: { userId: number; fightId: number },
): Promise<{ fightTx: FightTransaction; side: Side }> {
  const known = await ownFightOf(tx, fightId, userId);
  if (!known) throw new AppError('notFound');
  const fightTx = await beginFightTransaction(tx, site, known.attacker_id, known.defender_id);
  if (fightTx?.fight.id !== fightId) throw new AppError('fightOver');
  return { fightTx, side: sideOf(fightTx.fight, userId) };
}

async function inOwnFight(
  db: DbOrTx,
  site: Site,
  { userId, fightId }: { userId: number; fightId: number },
  change: (fightTx: FightTransaction, side: Side, tx: Tx) => Promise<void>,
): Promise<EndResponse> {
  return transaction(db, async (tx) => {
    const { fightTx, side } = await beginOwnFight(tx, site, { userId, fightId });
    await change(fightTx, side, tx);
    const rewards = await commitFightTransaction(tx, site, fightTx);
    return { combat: toCombat(fightTx.fight, site), rewards, seed: rewards ? fightTx.fight.seed : null };
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
  if (!usableOutsideFight(item)) throw new AppError('invalid', COMBAT_MESSAGES.notOutsideFight(item.name));
  const energy = item.boost?.energy ?? 0;
  if (energy > 0 && row.energy >= ENERGY_MAX) throw new AppError('conflict', COMBAT_MESSAGES.energyFull);
  const withEnergy = { ...row, energy: Math.min(ENERGY_MAX, row.energy + energy) };
  const heal = itemEffect(item.id)?.heal ?? 0;
  const after = heal > 0 ? restoreHealth(withEnergy, Math.round(heal * row.max_health)) : withEnergy;
  await consumeItem(tx, site, userId, item);
  await saveCharacter(tx, after);
  return {
    message: INVENTORY_TEXTS.used(item.name, itemGains(row, after)),
    newHealth: after.health,
    updatedCombat: null,
    updatedStats: toStats(after, true),
    ...OUTSIDE,
  };
}
