import type {
  Choice,
  FightInput,
  FightRewards,
  LogLine,
  Rewards,
  Side,
} from '@rivalhold/shared/contract/combat.ts';
import { assertOpen } from '@rivalhold/shared/fights/exchange.ts';
import { type FighterState, otherSide, RuleViolation } from '@rivalhold/shared/fights/fight.ts';
import { nextInputsHash } from '@rivalhold/shared/fights/inputs-hash.ts';
import { sealedRandom } from '@rivalhold/shared/fights/random.ts';
import { isRateable } from '@rivalhold/shared/fights/ranked.ts';
import { experienceForDefeat, isPaidSide, rewardFor } from '@rivalhold/shared/fights/rewards.ts';
import { applyInput, knowsRules } from '@rivalhold/shared/fights/rules.ts';
import { CLOSE_WIN_SHARE, type ProgressEvent } from '@rivalhold/shared/goals/counts.ts';
import { itemById } from '@rivalhold/shared/items/catalogue.ts';
import { HEAL_ENERGY } from '@rivalhold/shared/levels/regeneration.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import { msSince } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError, hasCode } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { recordActivity } from '../activity/service.ts';
import { moveCoins } from '../coins/service.ts';
import {
  type CharacterRow,
  recordLevelUp,
  withExperience,
  withRegeneration,
  withWin,
} from '../game/service.ts';
import { recordProgress } from '../goals/service.ts';
import { useOneItem } from '../inventory/service.ts';
import { deleteUnreadNotifications, notify } from '../notifications/service.ts';
import { completeQuest } from '../quests/service.ts';
import { recordRatedFight } from '../ratings/service.ts';
import {
  afterReveal,
  deadlineOf,
  decline,
  type IsConnected,
  isDue,
  isTooLate,
  recordPageLeave,
  restartClock,
  SIDES,
  seal,
  sidesThatLeft,
  withClock,
} from './live.ts';
import { connectionsOf, toCombat } from './presenters.ts';
import {
  type FightRow,
  lockCharactersAndFight,
  lockOpenFight,
  paidDefeatsSince,
  paidWinsSince,
  saveFightAndCharacters,
  takeChoices,
} from './queries.ts';

/**
 * A locked fight, the current state of both characters, and the inputs that were added after the fight was
 * locked.
 */
export type FightTransaction = {
  fight: FightRow;
  attacker: CharacterRow;
  defender: CharacterRow;
  /**
   * The defender's character at the start of the transaction. Few transactions change the defender's character, so
   * `defender` is saved only if it is no longer this object.
   */
  storedDefender: CharacterRow;
  now: Date;
  isConnected: IsConnected;
  newInputs: FightInput[];
  lines: LogLine[];
  /** The choice that this transaction stores without revealing it, or null. */
  sealed: { side: Side; choice: Choice } | null;
  /** True if the live state has changed and must be saved. */
  changed: boolean;
};

const NO_REWARDS: Rewards = { xp: 0, coins: 0 };
/** A player who has not acted for this time in ms is notified when the fight ends. */
const IDLE_AFTER_MS = 60_000;
const STRIKE: Choice = { move: 'strike', itemId: null };

/**
 * Receiver and collapse key of the challenge notification. Opening the fight marks this notification as read. The end
 * of the fight deletes it if it is still unread.
 */
export const challengeNotificationKey = (fight: { attacker_id: number; defender_id: number }) => ({
  userId: fight.defender_id,
  collapse: `challenge:${fight.attacker_id}`,
});

/**
 * Lock two players' characters in order of id, and then their open fight. All transactions use this order to avoid
 * deadlocks. End the fight if it is abandoned. If characters have changed outside the fight, add these changes as
 * `sync` inputs. If the deadline has passed, resolve it. If this node does not know the fight's rules, it can neither
 * add changes nor resolve a deadline. In this case, skip these steps, so that blocks and suspensions can still end the
 * fight.
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
  // Look again, because the first statement does not see a fight that was started while it waited for the locks.
  const fight = seen ?? (await lockOpenFight(tx, one, other));
  if (!fight) return null;
  const find = (id: number) => characters.find((row) => row.user_id === id);
  const attacker = find(fight.attacker_id);
  const defender = find(fight.defender_id);
  if (!attacker || !defender) return null;
  const defenderAtEntry = withRegeneration(defender, now);
  const fightTx: FightTransaction = {
    fight,
    attacker: withRegeneration(attacker, now),
    defender: defenderAtEntry,
    storedDefender: defenderAtEntry,
    now,
    isConnected: connectionsOf(site, fight),
    newInputs: [],
    lines: [],
    sealed: null,
    changed: false,
  };
  // While the site is read-only, do not end or continue the fight, because players cannot act during this time.
  if (site.readOnly.state) return fightTx;
  // A ranked fight never counts as abandoned, because its clock ends it. After a long outage,
  // `endOrRestartRanked` restarts the clock.
  if (!fight.ranked && isAbandoned(fight, now))
    applyFightInput(fightTx, { kind: 'forfeit', side: 'attacker', reason: 'abandoned' });
  if (!knowsRules(fight.rules_version)) return fightTx;
  for (const side of SIDES) syncCharacter(fightTx, side);
  await resolvePassedDeadline(tx, site, fightTx);
  return fightTx;
}

const isAbandoned = (fight: FightRow, now: Date): boolean =>
  now.getTime() - fight.last_exchange_at.getTime() >= LIMITS.combat.abandonedAfterMs;

/**
 * Apply one input to the fight.
 * @throws AppError with the code of the violated rule; `unavailable` for any input except a forfeit, if this node does
 *   not know the fight's rules.
 */
export function applyFightInput(fightTx: FightTransaction, input: FightInput): void {
  const { fight } = fightTx;
  if (input.kind !== 'forfeit' && !knowsRules(fight.rules_version))
    throw new AppError('unavailable', COMBAT_TEXTS.otherRules);
  const nonces = { attacker: fight.attacker_nonce, defender: fight.defender_nonce };
  const chance = sealedRandom(fight.seed, fight.id, nonces);
  const { state, lines } = checkRules(() => applyInput(fight.setup, fight.state, input, chance));
  fight.state = state;
  fight.inputs_hash = nextInputsHash(fight.inputs_hash, { input, nonces, state });
  fight.input_count += 1;
  fightTx.newInputs.push(input);
  fightTx.lines.push(...lines);
}

function checkRules<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof RuleViolation ? new AppError(error.code) : error;
  }
}

function syncCharacter(fightTx: FightTransaction, side: Side): void {
  const { fight } = fightTx;
  if (fight.ranked || fight.state.status === 'over') return;
  const character = fightTx[side];
  const inside: FighterState = fight.state[side];
  // The attacker fights with the character's own health. The defender's health in the fight is separate from the health
  // of the defender's character.
  const health = side === 'attacker' ? character.health : Math.min(inside.hp, character.max_health);
  const same =
    health === inside.hp &&
    character.max_health === inside.maxHealth &&
    character.attack === inside.attack &&
    character.defense === inside.defense &&
    character.level === inside.level;
  if (same) return;
  applyFightInput(fightTx, {
    kind: 'sync',
    side,
    health,
    maxHealth: character.max_health,
    attack: character.attack,
    defense: character.defense,
    level: character.level,
  });
}

async function resolvePassedDeadline(tx: Tx, site: Site, fightTx: FightTransaction): Promise<void> {
  const { fight, now } = fightTx;
  // Use the stored deadline instead of computing it, because just after a restart, this node does not know which
  // players are connected.
  const isPassed = fight.deadline_at !== null && fight.deadline_at <= now;
  if (fight.state.status === 'over' || !isPassed) return;
  if (fight.live.challengeExpiresAt !== null && fight.live.challengeExpiresAt <= now.getTime())
    fight.live = decline(fight.live);
  if (fight.ranked && endOrRestartRanked(fightTx)) return;
  await revealIfDue(tx, site, fightTx);
}

/**
 * End a ranked fight if a player has missed too many choices in a row. This player loses. If both players
 * have missed too many, the player with the smaller share of full health loses. If these shares are equal,
 * the fight ends without a rating. If no node was running when the deadline passed, restart the clock instead
 * of ending the fight.
 * @returns false if the exchange must be revealed instead
 */
function endOrRestartRanked(fightTx: FightTransaction): boolean {
  const { fight, now } = fightTx;
  const lateMs = msSince(fight.deadline_at!, now);
  if (lateMs > LIMITS.combat.unwatchedMs) {
    fight.live = restartClock(fight.live, now.getTime(), lateMs);
    fightTx.changed = true;
    return true;
  }
  const left = sidesThatLeft(fight.live);
  if (left.length === 0) return false;
  const share = (side: Side) => fight.state[side].hp / fight.state[side].maxHealth;
  const [side] = left.toSorted((one, other) => share(one) - share(other));
  applyFightInput(fightTx, { kind: 'forfeit', side: side!, reason: 'abandoned' });
  return true;
}

/** Decline the challenge for the defender. If the attacker has already chosen a move, reveal it. */
export async function declineAndReveal(tx: Tx, site: Site, fightTx: FightTransaction): Promise<void> {
  fightTx.fight.live = decline(fightTx.fight.live);
  await revealIfDue(tx, site, fightTx);
}

/** After a change to the live state, reveal the current exchange if it is due. Otherwise, start or stop its clock. */
async function revealIfDue(tx: Tx, site: Site, fightTx: FightTransaction): Promise<void> {
  const { fight, now, isConnected } = fightTx;
  fightTx.changed = true;
  if (isDue(fight.live, now.getTime(), isConnected)) return reveal(tx, site, fightTx, {});
  fight.live = withClock(fight.live, now.getTime(), isConnected);
}

/**
 * Choose a move for the current exchange. Reveal it now if the fight does not wait for the opponent's choice.
 * Otherwise, keep it secret.
 * @throws AppError with the code of the violated rule; `conflict` if the player has already chosen, or has chosen too
 *   late; `noEnergy` if the player has too little energy to heal.
 */
export async function chooseMove(
  tx: Tx,
  site: Site,
  fightTx: FightTransaction,
  { side, choice, nonce, isOnPage }: { side: Side; choice: Choice; nonce: string; isOnPage: boolean },
): Promise<void> {
  const { fight, now, isConnected } = fightTx;
  if (fight.live[side].sealed) throw new AppError('conflict', COMBAT_TEXTS.alreadyChosen);
  if (isTooLate(fight.live, side, now.getTime(), isConnected))
    throw new AppError('conflict', COMBAT_TEXTS.tooLate);
  checkRules(() => assertOpen(fight.state[side], choice));
  if (choice.move === 'heal' && !fight.ranked && fightTx[side].energy < HEAL_ENERGY)
    throw new AppError('noEnergy');
  // Accept a nonce only before the first exchange is revealed. All random numbers depend on the nonces, so they must
  // not change later.
  const nonceOfSide = `${side}_nonce` as const;
  if (fight.state.exchanges === 0 && fight[nonceOfSide] === '') fight[nonceOfSide] = nonce;
  const { hasLeft } = fight.live[side];
  fight.live = seal(fight.live, side, now.getTime(), isConnected);
  // A player who heals on another page still counts as having left the page of the fight.
  if (hasLeft && !isOnPage) fight.live = recordPageLeave(fight.live, side, now.getTime());
  fightTx.changed = true;
  if (side === 'attacker') fight.attacker_last_action_at = now;
  else fight.defender_last_action_at = now;
  if (isDue(fight.live, now.getTime(), isConnected)) return reveal(tx, site, fightTx, { [side]: choice });
  fightTx.sealed = { side, choice };
  const players = [fight.attacker_id, fight.defender_id];
  const userId = side === 'attacker' ? fight.attacker_id : fight.defender_id;
  site.realtime.emit(tx, players, 'fight:sealed', {
    combatId: fight.id,
    exchange: fight.state.exchanges + 1,
    userId,
  });
}

/**
 * Reveal the current exchange. `own` is the choice made in this transaction. Earlier sealed choices are read from the
 * database.
 */
async function reveal(
  tx: Tx,
  site: Site,
  fightTx: FightTransaction,
  own: Partial<Record<Side, Choice>>,
): Promise<void> {
  const { fight, now, isConnected } = fightTx;
  const isStored = SIDES.some((side) => fight.live[side].sealed && !own[side]);
  const choices = { ...(isStored ? await takeChoices(tx, fight.id) : {}), ...own };
  const played = async (side: Side): Promise<Choice | null> => {
    const choice = choices[side];
    return choice ? payForChoice(tx, site, fightTx, side, choice) : null;
  };
  const [attacker, defender] = [await played('attacker'), await played('defender')];
  applyFightInput(fightTx, { kind: 'exchange', attacker, defender });
  fight.live = afterReveal(fight.live, now.getTime(), isConnected);
  fight.last_exchange_at = now;
}

/**
 * Deduct the energy or the item that a choice uses, and return the choice. Return Strike if the choice is no longer
 * possible.
 */
async function payForChoice(
  tx: Tx,
  site: Site,
  fightTx: FightTransaction,
  side: Side,
  choice: Choice,
): Promise<Choice> {
  try {
    assertOpen(fightTx.fight.state[side], choice);
  } catch (error) {
    if (error instanceof RuleViolation) return STRIKE;
    throw error;
  }
  // A ranked fight uses neither the player's energy nor their items.
  if (fightTx.fight.ranked) return choice;
  const character = fightTx[side];
  // The player might have spent the energy or the item elsewhere since choosing.
  if (choice.move === 'heal') {
    if (character.energy < HEAL_ENERGY) return STRIKE;
    fightTx[side] = { ...character, energy: character.energy - HEAL_ENERGY };
  }
  if (choice.itemId === null) return choice;
  const isUsed = await useOneItem(tx, site, character.user_id, choice.itemId).then(
    () => true,
    (error: unknown) => {
      if (hasCode(error, 'noItem')) return false;
      throw error;
    },
  );
  if (!isUsed) return STRIKE;
  if (itemById(choice.itemId)?.type === 'potion')
    await completeQuest(tx, site, [character.user_id], 'potion');
  return choice;
}

/**
 * Save a fight with its new inputs, and its players' characters. Unless the fight is ranked, the attacker's health in
 * the fight also becomes the health of the attacker's character. If the fight is over, pay its rewards. Notify both
 * players after the commit.
 * @returns the rewards if the fight is over, or else null.
 */
export async function commitFightTransaction(
  tx: Tx,
  site: Site,
  fightTx: FightTransaction,
): Promise<FightRewards | null> {
  const { fight, now } = fightTx;
  const over = fight.state.status === 'over';
  // If this node does not know the fight's rules, `beginFightTransaction` has not added the character's latest health
  // to the fight. In this case, do not save the health in the fight to the character.
  if (knowsRules(fight.rules_version) && !fight.ranked)
    fightTx.attacker = { ...fightTx.attacker, health: fight.state.attacker.hp, health_at: now };
  const rewards = over ? await finishFight(tx, site, fightTx) : null;
  if (rewards) await recordFightProgress(tx, site, fightTx, rewards);
  const deadline = over ? null : deadlineOf(fight.live, now.getTime(), fightTx.isConnected);
  fight.deadline_at = deadline === null ? null : new Date(deadline);
  fight.revision += 1;
  await saveFightAndCharacters(tx, fight, {
    added: fightTx.newInputs,
    sealed: fightTx.sealed,
    characters:
      fightTx.defender === fightTx.storedDefender ? [fightTx.attacker] : [fightTx.attacker, fightTx.defender],
    at: now,
  });
  emitFightEvents(tx, site, fightTx, rewards);
  if (over) await deleteUnreadNotifications(tx, site, challengeNotificationKey(fight));
  if (over && isFought(fight) && !isEndedByStaffOrBlock(fightTx)) await notifyAbsentPlayer(tx, site, fightTx);
  return rewards;
}

/** Report whether a block, a suspension or an account deletion ended the fight. */
function isEndedByStaffOrBlock({ newInputs }: FightTransaction): boolean {
  const last = newInputs.at(-1);
  return last?.kind === 'forfeit' && last.reason === 'ended';
}

/** Call `commitFightTransaction`, but only if `beginFightTransaction` changed the fight. */
export async function commitIfChanged(tx: Tx, site: Site, fightTx: FightTransaction): Promise<void> {
  if (fightTx.changed || fightTx.newInputs.length > 0) await commitFightTransaction(tx, site, fightTx);
}

/** Report whether at least one exchange was fought. Without an exchange, there are no rewards. */
const isFought = (fight: FightRow): boolean => fight.state.exchanges > 0;

/**
 * Return the players who count as having fought. The attacker of an ordinary fight always counts. Any other player
 * counts only after choosing a move.
 */
const activeFighters = ({ attacker_id, defender_id, ranked, state }: FightRow): number[] => [
  ...(!ranked || state.attacker.chosen > 0 ? [attacker_id] : []),
  ...(isPaidSide('defender', state.defender.chosen) ? [defender_id] : []),
];

/** Report whether an exchange, and not a forfeit, ended the fight. A forfeited fight completes no quest or goal. */
const isFoughtOut = ({ fight, newInputs }: FightTransaction): boolean =>
  isFought(fight) && newInputs.at(-1)?.kind === 'exchange';

async function finishFight(tx: Tx, site: Site, fightTx: FightTransaction): Promise<FightRewards> {
  const { fight, now } = fightTx;
  const winner: Side = fight.state.winnerId === fight.attacker_id ? 'attacker' : 'defender';
  const loser = otherSide(winner);
  const rewards = fight.ranked
    ? { ...NO_REWARDS, defeatXp: 0 }
    : {
        ...(await rewardOf(tx, site, fightTx, winner, loser)),
        defeatXp: await defeatXpOf(tx, fightTx, winner, loser),
      };
  if (isFoughtOut(fightTx)) await completeQuest(tx, site, activeFighters(fight), 'fight');
  if (fight.live.attacker.sealed || fight.live.defender.sealed) await takeChoices(tx, fight.id);
  fightTx.sealed = null;
  const unsealed = (side: Side) => ({ ...fight.live[side], sealed: false });
  const sides = { attacker: unsealed('attacker'), defender: unsealed('defender') };
  fight.live = { ...fight.live, ...sides, since: null, challengeExpiresAt: null };
  closeFight(fight, rewards, now);
  if (fight.ranked) {
    const players = { winnerId: fightTx[winner].user_id, loserId: fightTx[loser].user_id };
    const isRated =
      isRateable(fight, fightTx.newInputs.at(-1) ?? null) &&
      (await recordRatedFight(tx, { fightId: fight.id, ...players, at: now }));
    if (isRated) await recordWin(tx, site, fightTx, winner, rewards);
    return rewards;
  }
  fightTx.attacker = { ...fightTx.attacker, open_started_fights: fightTx.attacker.open_started_fights - 1 };
  // Count the defeat even if the loser gave up. Count it even if the winner gets no reward, for example because the
  // winner was absent and their style chose all moves. The queries in `fight-lists.ts` count wins and losses by the
  // same rules.
  if (isFought(fight) && activeFighters(fight).includes(fightTx[loser].user_id))
    fightTx[loser] = { ...fightTx[loser], losses: fightTx[loser].losses + 1 };
  if (rewards.defeatXp > 0) {
    const before = fightTx[loser];
    fightTx[loser] = withExperience(before, rewards.defeatXp);
    await recordLevelUp(tx, site, before, fightTx[loser], now);
  }
  if (rewards.xp + rewards.coins === 0) return rewards;

  const before = fightTx[winner];
  const after = withWin(withExperience(before, rewards.xp), now);
  const reference = `fight:${fight.id}`;
  if (rewards.coins > 0) {
    const balance = await moveCoins(tx, site, {
      userId: after.user_id,
      amount: rewards.coins,
      reason: 'victory',
      reference,
      key: reference,
      at: now,
    });
    if (balance !== null) after.coins = balance;
  }
  fightTx[winner] = after;
  await recordWin(tx, site, fightTx, winner, rewards);
  await recordLevelUp(tx, site, before, after, now);
  return rewards;
}

/** Record the win as an activity of the winner. For a ranked fight, the activity contains rewards of 0. */
async function recordWin(
  tx: Tx,
  site: Site,
  fightTx: FightTransaction,
  winner: Side,
  { xp, coins }: FightRewards,
): Promise<void> {
  const { fight, now } = fightTx;
  const { user_id: ownerId, level } = fightTx[winner];
  const actorId = fightTx[otherSide(winner)].user_id;
  await recordActivity(tx, site, {
    type: 'COMBAT_WIN',
    ownerId,
    actorId,
    level,
    xp,
    coins,
    fightId: fight.id,
    at: now,
  });
}

/** If an exchange ended a fight, count the fight towards the goals and titles of the players who fought. */
async function recordFightProgress(
  tx: Tx,
  site: Site,
  fightTx: FightTransaction,
  rewards: FightRewards,
): Promise<void> {
  const { fight } = fightTx;
  if (!isFoughtOut(fightTx)) return;
  const active = activeFighters(fight);
  const sides = SIDES.filter((side) => active.includes(fightTx[side].user_id));
  for (const side of sides.toSorted((one, other) => fightTx[one].user_id - fightTx[other].user_id)) {
    const { user_id: userId, wins, level } = fightTx[side];
    const subject = fightTx[otherSide(side)].user_id;
    const { reads, hp, maxHealth } = fight.state[side];
    const events: ProgressEvent[] = [{ count: 'fights', subject, by: 1 }];
    if (reads > 0) events.push({ count: 'reads', subject, by: reads });
    const hasWon = fight.winner_id === userId;
    if ((hasWon ? rewards.xp : rewards.defeatXp) > 0)
      events.push({ count: 'level', subject: 0, by: 0, total: level });
    if (hasWon && rewards.xp > 0) {
      events.push({ count: 'wins', subject, by: 1, total: wins });
      if (hp <= CLOSE_WIN_SHARE * maxHealth) events.push({ count: 'closeWins', subject, by: 1 });
    }
    await recordProgress(tx, site, userId, events);
  }
}

/**
 * Notify each player who has not acted recently that the fight has ended. The notification replaces an unread
 * notification about an earlier fight against the same opponent.
 */
async function notifyAbsentPlayer(tx: Tx, site: Site, { fight, now }: FightTransaction): Promise<void> {
  for (const side of SIDES) {
    const lastAt = side === 'attacker' ? fight.attacker_last_action_at : fight.defender_last_action_at;
    if (lastAt && msSince(lastAt, now) < IDLE_AFTER_MS) continue;
    const { id: userId } = fight.setup[side];
    const { id: actorId, username } = fight.setup[otherSide(side)];
    await notify(tx, site, {
      userId,
      type: 'system',
      ...NOTIFICATION_MESSAGES.fightOver(username, fight.winner_id === userId),
      link: `/fights/${fight.id}`,
      actorId,
      collapse: `fight:${actorId}`,
    });
  }
}

async function rewardOf(
  tx: Tx,
  site: Site,
  { fight, now, ...fightTx }: FightTransaction,
  winner: Side,
  loser: Side,
): Promise<Rewards> {
  const { damageDealt, chosen } = fight.state[winner];
  if (damageDealt === 0 || !isPaidSide(winner, chosen)) return NO_REWARDS;
  const since = new Date(now.getTime() - LIMITS.combat.rewardWindowMs);
  const loserId = fightTx[loser].user_id;
  const counts = await paidWinsSince(tx, site, {
    winnerId: fightTx[winner].user_id,
    loserIds: [loserId],
    since,
  });
  const { loserIsNew, ...paidWins } = counts.get(loserId)!;
  return rewardFor({
    winnerLevel: fightTx[winner].level,
    loserLevel: fightTx[loser].level,
    damageShare: damageDealt / fight.state[loser].maxHealth,
    loserIsNew,
    paidWins,
  });
}

/**
 * Return the experience that the loser gets. It is 0 after too many paid defeats. Both characters are locked, so
 * concurrent defeats cannot exceed this limit.
 */
async function defeatXpOf(tx: Tx, fightTx: FightTransaction, winner: Side, loser: Side): Promise<number> {
  if (!isFoughtOut(fightTx)) return 0;
  const { fight, now } = fightTx;
  const { damageDealt, chosen } = fight.state[loser];
  const defeat = { damageShare: damageDealt / fight.state[winner].maxHealth, chosenMoves: chosen };
  if (experienceForDefeat({ ...defeat, paidDefeats: { overAll: 0, byOpponent: 0 } }) === 0) return 0;
  const paidDefeats = await paidDefeatsSince(tx, {
    loserId: fightTx[loser].user_id,
    winnerId: fightTx[winner].user_id,
    since: new Date(now.getTime() - LIMITS.combat.rewardWindowMs),
  });
  return experienceForDefeat({ ...defeat, paidDefeats });
}

function closeFight(fight: FightRow, rewards: FightRewards, now: Date): void {
  fight.status = 'over';
  fight.winner_id = fight.state.winnerId;
  fight.reward_xp = rewards.xp;
  fight.reward_coins = rewards.coins;
  fight.defeat_xp = rewards.defeatXp;
  fight.ended_at = now;
}

function emitFightEvents(
  tx: Tx,
  site: Site,
  { fight, lines }: FightTransaction,
  rewards: FightRewards | null,
): void {
  const both = [fight.attacker_id, fight.defender_id];
  if (lines.length > 0) site.realtime.emit(tx, both, 'combatLogAppend', { combatId: fight.id, lines });
  // Send the state even if the choice stays sealed, because a sealed choice can start the clock. The state never
  // contains the chosen move.
  site.realtime.emit(tx, both, 'combatStateUpdate', { combat: toCombat(fight, site) });
  if (rewards)
    site.realtime.emit(tx, both, 'combatOver', {
      combatId: fight.id,
      winnerId: fight.winner_id,
      rewards,
      seed: fight.seed,
    });
}
