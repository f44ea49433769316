import type { Combatant, Fighter, FightSummary, Side } from '@rivalhold/shared/contract/combat.ts';
import { type FightSetup, otherSide } from '@rivalhold/shared/fights/fight.ts';
import { firstInputsHash } from '@rivalhold/shared/fights/inputs-hash.ts';
import { commitmentOf } from '@rivalhold/shared/fights/random.ts';
import { rankedFighter } from '@rivalhold/shared/fights/ranked.ts';
import { beginFight, RULES_VERSION } from '@rivalhold/shared/fights/rules.ts';
import { FIGHT_ENERGY } from '@rivalhold/shared/levels/regeneration.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { COMBAT_MESSAGES, COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { forEachSettled } from '../../platform/db/batches.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { assertNotBlocked, blockedError, isBlocked } from '../blocks/service.ts';
import { type CharacterRow, lockCharacters, saveCharacter, withRegeneration } from '../game/service.ts';
import { bestGear } from '../inventory/service.ts';
import { countNewAccountAction } from '../new-accounts/service.ts';
import { markCollapsedAsRead, notify } from '../notifications/service.ts';
import { isConnected } from '../presence/service.ts';
import { assertAccepted, type ContactState, contactStateOf } from '../safety/service.ts';
import { spendEnergy } from './actions.ts';
import { fightSettingsOf, type LiveChallenges } from './fight-settings.ts';
import {
  beginFightTransaction,
  challengeNotificationKey,
  commitFightTransaction,
  commitIfChanged,
  type FightTransaction,
} from './fight-transaction.ts';
import {
  type DefenderState,
  deadlineOf,
  type LiveState,
  newLiveState,
  newRankedState,
  recordDisconnect,
  recordPageLeave,
  recordSideActivity,
  restartClock,
} from './live.ts';
import { connectionsOf, toCombat } from './presenters.ts';
import {
  challengesSince,
  type FightRow,
  fightWithLog,
  findUnavailable,
  haveOpenFights,
  insertFight,
  isRematch,
  liveFightsOf,
  lockLiveFights,
  markChallengeSent,
  markSeen,
  nextFightId,
  ownFightOf,
  playersById,
  postponeLastExchanges,
  rankedOpponentsOf,
  saveLiveStates,
  sideOf,
} from './queries.ts';

export { attack, useItem } from './actions.ts';
export { forfeitFights, updateCharacterInFights } from './character-changes.ts';
export { setSettings, setStyle } from './fight-settings.ts';
export { fairOpponentOf } from './opponents.ts';
export { openFights } from './player-fights.ts';
export { isInFight, isInFightSql, rankedOpponentsOf } from './queries.ts';
export { findRecord } from './records.ts';

/**
 * Resume the open fight between two players, no matter who started it, or start a fight with the attacker's current
 * health and the defender's full health. The hash of the seed is published before any nonce, so that neither player can
 * choose the outcome. The defender gets a live challenge if the attacker can see that the defender is online, the
 * defender's settings allow it, and `defenderStateOf` returns `challenged`. With `only: 'resume'`, no fight is started.
 * @throws AppError `invalid` for the caller's own id; `forbidden` for an unknown player, or if either player has
 * blocked the other; `conflict` for a suspended opponent; `tooWeak` at health 0; `noEnergy`; `fight_open` while the
 * caller is in a ranked fight or in another fight that the caller started; `newAccountLimit`; `notAccepted` because of
 * the opponent's safety settings; `noFight` if there is no fight to resume; `readOnly`.
 */
export async function startOrResumeFight(
  db: DbOrTx,
  site: Site,
  { userId, opponentId, only }: { userId: number; opponentId: number; only?: 'resume' | undefined },
): Promise<FightSummary & { resumed: boolean }> {
  if (userId === opponentId)
    throw new AppError('invalid', undefined, { errors: { opponentId: COMBAT_MESSAGES.self } });
  return transaction(db, async (tx) => {
    const players = await playersById(tx, [userId, opponentId]);
    if (!players.has(opponentId)) throw blockedError();
    const fightTx = await beginFightTransaction(tx, site, userId, opponentId);
    if (fightTx) {
      if (!(await joinAndCommit(tx, site, fightTx, userId))) {
        const fight = (await fightWithLog(tx, fightTx.fight.id))!;
        return { ...toFightSummary(site, fight, players), resumed: true };
      }
    }
    // `beginFightTransaction` has locked both players' characters. Blocking needs the same locks, so neither
    // player can block the other until the fight has started.
    const contact = await contactStateOf(tx, site, 'challenges', { actorId: userId, ownerId: opponentId });
    if (contact.blocked) throw blockedError();
    await assertOpponentAvailable(tx, site, userId, opponentId);
    if (only === 'resume') throw new AppError('noFight');
    assertAccepted('challenges', contact);
    site.readOnly.assertWritable();
    await countNewAccountAction(tx, site, { userId, action: 'fights', towards: opponentId });
    const fight = await startFight(tx, site, players, { userId, opponentId, contact });
    const summary = toFightSummary(site, fight, players);
    if (fight.live.challengeExpiresAt !== null)
      await emitRequest(tx, site, receiversOf(opponentId, contact), { fight, summary });
    await notify(tx, site, {
      ...challengeNotificationKey(fight),
      type: 'system',
      ...NOTIFICATION_MESSAGES.challenge(fight.setup.attacker.username),
      link: `/fight/${userId}`,
      actorId: userId,
    });
    return { ...summary, resumed: false };
  });
}

/**
 * Return the receivers of events about a challenge: the opponent, or nobody if the opponent has muted the challenger.
 * To the challenger, a mute looks the same as an opponent who does not answer.
 */
const receiversOf = (opponentId: number, { muted }: ContactState): number[] => (muted ? [] : [opponentId]);

/** Send the event `fightRequested` about a new fight. */
async function emitRequest(
  tx: Tx,
  site: Site,
  receivers: readonly number[],
  { fight, summary }: { fight: FightRow; summary: FightSummary },
): Promise<void> {
  site.realtime.emit(tx, receivers, 'fightRequested', { ...summary, isRematch: await isRematch(tx, fight) });
}

/** Record that a player has joined a fight, unless the fight is over. */
function joinSide(fightTx: FightTransaction, side: Side): void {
  const { fight, now, isConnected } = fightTx;
  if (fight.state.status === 'active')
    fight.live = recordSideActivity(fight.live, side, now.getTime(), isConnected);
}

/**
 * Join a fight and save it. If the player is the defender, mark the challenge as seen. While the site is read-only,
 * change nothing, because the player could not choose a move after accepting the challenge.
 * @returns true if the fight is over
 */
async function joinAndCommit(
  tx: Tx,
  site: Site,
  fightTx: FightTransaction,
  userId: number,
): Promise<boolean> {
  if (site.readOnly.state) return false;
  const { fight, now } = fightTx;
  const side = sideOf(fight, userId);
  joinSide(fightTx, side);
  if (await commitFightTransaction(tx, site, fightTx)) return true;
  await markSeen(tx, fight.id, userId, now);
  if (side === 'defender') await markCollapsedAsRead(tx, site, challengeNotificationKey(fight));
  return false;
}

/**
 * Throw if one of the two accounts is suspended or deleted. A suspended opponent could not choose moves, and the caller
 * might have been suspended since sending the request.
 */
async function assertOpponentAvailable(
  tx: Tx,
  site: Site,
  userId: number,
  opponentId: number,
): Promise<void> {
  for (const { id, isDeleted } of await findUnavailable(tx, [userId, opponentId], site.clock.now())) {
    if (id === userId) throw new AppError(isDeleted ? 'unauthenticated' : 'suspended');
    throw isDeleted ? blockedError() : new AppError('conflict', COMBAT_TEXTS.away);
  }
}

async function startFight(
  tx: Tx,
  site: Site,
  players: Map<number, Combatant>,
  { userId, opponentId, contact }: { userId: number; opponentId: number; contact: ContactState },
): Promise<FightRow> {
  const now = site.clock.now();
  const rows = await lockCharacters(tx, [userId, opponentId]);
  const [own, other] = [userId, opponentId].map((id) => rows.find((row) => row.user_id === id));
  if (!own || !other) throw new AppError('notFound');
  const starter = withRegeneration(own, now);
  if (starter.open_started_fights > 0 || (await rankedOpponentsOf(tx, [userId])).has(userId))
    throw new AppError('fight_open');
  if (starter.health <= 0) throw new AppError('tooWeak');
  const afterStart = spendEnergy(starter, FIGHT_ENERGY);
  await saveCharacter(tx, { ...afterStart, open_started_fights: afterStart.open_started_fights + 1 });

  const settings = await fightSettingsOf(tx, [userId, opponentId]);
  const [ownSettings, theirs] = [settings.get(userId)!, settings.get(opponentId)!];
  const isAllowed = contact.seesOnline && mayChallenge(theirs.liveChallenges, contact);
  const live = newLiveState(now.getTime(), {
    defender: isAllowed ? await defenderStateOf(tx, site, { userId, opponentId }) : 'absent',
    doubleTime: { attacker: ownSettings.doubleTime, defender: theirs.doubleTime },
  });
  return createFight(tx, site, {
    attacker: { ...(await toFighter(tx, players, starter, starter.health)), style: ownSettings.style },
    defender: { ...(await toFighter(tx, players, other, other.max_health)), style: theirs.style },
    live,
    ranked: false,
  });
}

async function createFight(
  tx: Tx,
  site: Site,
  { attacker, defender, live, ranked }: Pick<FightSetup, Side> & { live: LiveState; ranked: boolean },
): Promise<FightRow> {
  const seed = site.secrets.fightSeed();
  const now = site.clock.now();
  const id = await nextFightId(tx);
  const setup: FightSetup = { fightId: id, rulesVersion: RULES_VERSION, attacker, defender };
  const deadline = deadlineOf(live, now.getTime(), () => true);
  const fight: FightRow = {
    id,
    attacker_id: attacker.id,
    defender_id: defender.id,
    status: 'active',
    seed,
    seed_hash: commitmentOf(seed),
    inputs_hash: firstInputsHash(seed, setup, ranked),
    attacker_nonce: '',
    defender_nonce: '',
    rules_version: RULES_VERSION,
    ranked,
    setup,
    state: beginFight(setup),
    live,
    deadline_at: deadline === null ? null : new Date(deadline),
    input_count: 0,
    revision: 0,
    winner_id: null,
    reward_xp: null,
    reward_coins: null,
    defeat_xp: null,
    attacker_last_action_at: null,
    defender_last_action_at: null,
    last_exchange_at: now,
    created_at: now,
    ended_at: null,
  };
  await insertFight(tx, fight);
  return fight;
}

/**
 * Start a ranked fight between two players. Both fight at the same level, with full health and basic gear, and each can
 * use one lent item.
 * @returns false if an open fight prevents it (see `haveOpenFights`), if either player is suspended or deleted, or if
 *   either has blocked the other
 */
export async function startRankedFight(
  tx: Tx,
  site: Site,
  { attackerId, defenderId }: { attackerId: number; defenderId: number },
): Promise<boolean> {
  const ids = [attackerId, defenderId];
  await lockCharacters(tx, ids);
  const now = site.clock.now();
  const players = await playersById(tx, ids);
  const isPossible =
    players.size === 2 &&
    (await findUnavailable(tx, ids, now)).length === 0 &&
    !(await isBlocked(tx, attackerId, defenderId)) &&
    !(await haveOpenFights(tx, ids));
  if (!isPossible) return false;
  const settings = await fightSettingsOf(tx, ids);
  const fighter = (id: number) =>
    rankedFighter({ id, username: players.get(id)!.username, style: settings.get(id)!.style });
  const live = newRankedState(now.getTime());
  await createFight(tx, site, {
    attacker: fighter(attackerId),
    defender: fighter(defenderId),
    live,
    ranked: true,
  });
  return true;
}

/**
 * Return the opponent's state at the start of a fight. An opponent gets a live challenge if they are online and have no
 * live fight or unanswered challenge, and the challenger has not challenged them too often. An opponent who has an
 * unanswered challenge but no live fight counts as absent, not as busy.
 */
async function defenderStateOf(
  tx: Tx,
  site: Site,
  { userId, opponentId }: { userId: number; opponentId: number },
): Promise<DefenderState> {
  if (!isConnected(site, opponentId)) return 'absent';
  const since = new Date(site.clock.now().getTime() - LIMITS.combat.challengeWindowMs);
  const sent = await challengesSince(tx, { from: userId, to: opponentId, since });
  if (sent >= LIMITS.combat.challengesPerWindow) return 'limited';
  const fights = await liveFightsOf(tx, opponentId);
  if (fights.length === 0) return 'challenged';
  return fights.some(({ isChallengePending }) => !isChallengePending) ? 'busy' : 'absent';
}

/**
 * Report whether a player's settings allow live challenges by another player. A mute makes no difference here, because
 * the muted player would otherwise notice the mute.
 */
const mayChallenge = (liveChallenges: LiveChallenges, { areFriends }: ContactState): boolean =>
  liveChallenges === 'everybody' || (liveChallenges === 'friends' && areFriends);

async function toFighter(
  tx: Tx,
  players: Map<number, Combatant>,
  row: CharacterRow,
  health: number,
): Promise<Omit<Fighter, 'style'>> {
  return {
    id: row.user_id,
    username: players.get(row.user_id)?.username ?? PROFILE_TEXTS.deletedPlayer,
    level: row.level,
    attack: row.attack,
    defense: row.defense,
    maxHealth: row.max_health,
    health,
    ...(await bestGear(tx, row.user_id)),
  };
}

function toFightSummary(site: Site, fight: FightRow, players: Map<number, Combatant>): FightSummary {
  const player = (id: number): Combatant =>
    players.get(id) ?? { id, username: PROFILE_TEXTS.deletedPlayer, avatarUrl: null, level: 1 };
  return {
    combat: toCombat(fight, site),
    attacker: player(fight.attacker_id),
    defender: player(fight.defender_id),
  };
}

/**
 * Return one of the caller's fights with its log.
 * @throws AppError `notFound` for any other fight.
 */
async function requireOwnFight(
  db: DbOrTx,
  site: Site,
  userId: number,
  fightId: number,
): Promise<{ fight: FightRow; summary: FightSummary }> {
  const fight = await fightWithLog(db, fightId);
  if (!fight || ![fight.attacker_id, fight.defender_id].includes(userId)) throw new AppError('notFound');
  const { attacker_id, defender_id } = fight;
  const players = await playersById(db, [attacker_id, defender_id]);
  if (players.size === 2 && (await isBlocked(db, attacker_id, defender_id))) {
    // A block hides the players from each other, so return the opponent's name and level as they were at the
    // start of the fight.
    const { id, username, level } = fight.setup[otherSide(sideOf(fight, userId))];
    players.set(id, { id, username, level, avatarUrl: null });
  }
  return { fight, summary: toFightSummary(site, fight, players) };
}

/**
 * Send an event about a fight to the caller's opponent: `fightRequested` the first time, and `fightResumed` afterwards.
 * An opponent whose settings do not allow challenges by the caller, or who has muted the caller, gets neither event. No
 * event is sent about a finished fight.
 * @throws AppError `notFound` if the caller is not in this fight with that opponent; `forbidden` if either player has
 *   blocked the other.
 */
export async function notifyOpponent(
  db: DbOrTx,
  site: Site,
  { userId, opponentId, fightId }: { userId: number; opponentId: number; fightId: number },
): Promise<void> {
  await transaction(db, async (tx) => {
    const { fight, summary } = await requireOwnFight(tx, site, userId, fightId);
    const other = userId === fight.attacker_id ? fight.defender_id : fight.attacker_id;
    if (opponentId !== other) throw new AppError('notFound');
    if (fight.status === 'over') return assertNotBlocked(tx, userId, opponentId);
    const { liveChallenges } = (await fightSettingsOf(tx, [opponentId])).get(opponentId)!;
    const contact = await contactStateOf(tx, site, 'challenges', { actorId: userId, ownerId: opponentId });
    if (!mayChallenge(liveChallenges, contact)) return;
    const first = await markChallengeSent(tx, fightId, site.clock.now());
    const receivers = receiversOf(opponentId, contact);
    if (first) await emitRequest(tx, site, receivers, { fight, summary });
    else site.realtime.emit(tx, receivers, 'fightResumed', summary);
  });
}

/**
 * Join the caller's own fight and return its full state. A defender who joins accepts the challenge. While the site is
 * read-only, only return the state, because the defender could not choose a move after accepting.
 * @throws AppError `notFound` for another player's fight.
 */
export async function joinFight(
  db: DbOrTx,
  site: Site,
  { userId, fightId }: { userId: number; fightId: number },
): Promise<FightSummary> {
  return transaction(db, async (tx) => {
    const fight = await ownFightOf(tx, fightId, userId);
    if (!fight) throw new AppError('notFound');
    if (site.readOnly.state) return (await requireOwnFight(tx, site, userId, fightId)).summary;
    const { attacker_id, defender_id } = fight;
    const fightTx =
      fight.status === 'active' ? await beginFightTransaction(tx, site, attacker_id, defender_id) : null;
    const isOpen = fightTx?.fight.id === fightId;
    if (isOpen) {
      joinSide(fightTx, sideOf(fightTx.fight, userId));
      await commitFightTransaction(tx, site, fightTx);
    }
    await markSeen(tx, fightId, userId, site.clock.now());
    const isOverOrBlocked = !isOpen || (await isBlocked(tx, attacker_id, defender_id));
    site.realtime.emit(tx, isOverOrBlocked ? [userId] : [attacker_id, defender_id], 'joinedCombat', {
      combatId: fightId,
      userId,
    });
    return (await requireOwnFight(tx, site, userId, fightId)).summary;
  });
}

/**
 * Record that the caller has left the page of their own fight. A fight that has ended, or that the caller has not
 * joined, stays unchanged.
 * @throws AppError `notFound` for another player's fight.
 */
export async function leaveFight(
  db: DbOrTx,
  site: Site,
  { userId, fightId }: { userId: number; fightId: number },
): Promise<void> {
  await transaction(db, async (tx) => {
    const fight = await ownFightOf(tx, fightId, userId);
    if (!fight) throw new AppError('notFound');
    if (fight.status === 'over') return;
    const fightTx = await beginFightTransaction(tx, site, fight.attacker_id, fight.defender_id);
    if (fightTx?.fight.id !== fightId) return;
    const { live } = fightTx.fight;
    fightTx.fight.live = recordPageLeave(live, sideOf(fightTx.fight, userId), fightTx.now.getTime());
    if (fightTx.fight.live === live) await commitIfChanged(tx, site, fightTx);
    else await commitFightTransaction(tx, site, fightTx);
  });
}

/**
 * Record in a player's live fights that the player has disconnected. This shortens the deadlines of ordinary fights. Do
 * nothing if the player is still connected to any node, or if the site is read-only.
 */
export async function leaveLiveFights(db: DbOrTx, site: Site, userId: number): Promise<void> {
  // This node might not have noticed yet that the read-only mode has ended, so check again. Without this check, the
  // disconnect might not be recorded, and the opponent would wait for a player who has left.
  if (site.readOnly.state) await site.readOnly.refresh();
  if (site.readOnly.state || isConnected(site, userId)) return;
  const fights = await liveFightsOf(db, userId);
  await forEachSettled(fights, ({ attacker_id, defender_id }) =>
    transaction(db, async (tx) => {
      const fightTx = await beginFightTransaction(tx, site, attacker_id, defender_id);
      if (!fightTx) return;
      const side = sideOf(fightTx.fight, userId);
      fightTx.fight.live = recordDisconnect(fightTx.fight.live, side, fightTx.now.getTime());
      await commitFightTransaction(tx, site, fightTx);
    }),
  );
}

/**
 * Restart the time for the current choice of each live fight, and for the answer to each challenge, because players
 * could neither choose nor answer in the read-only mode. The mode began at `since`, and its duration does not count
 * towards the time after which a fight is abandoned. Call this in the transaction that ends the mode.
 */
export async function restartFights(tx: Tx, site: Site, since: Date): Promise<void> {
  const at = site.clock.now();
  await postponeLastExchanges(tx, { since, now: at });
  const now = at.getTime();
  const fights = await lockLiveFights(tx);
  for (const fight of fights) {
    fight.live = restartClock(fight.live, now, now - since.getTime());
    // A process without sockets does not know who is connected, so it gives all players the full time.
    const connections = site.realtime.isListening ? connectionsOf(site, fight) : () => true;
    const deadline = deadlineOf(fight.live, now, connections);
    fight.deadline_at = deadline === null ? null : new Date(deadline);
    fight.revision += 1;
  }
  await saveLiveStates(tx, fights);
  for (const fight of fights)
    site.realtime.emit(tx, [fight.attacker_id, fight.defender_id], 'combatStateUpdate', {
      combat: toCombat(fight, site),
    });
}
