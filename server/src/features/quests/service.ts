import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import type { Quest, Quests } from '@rivalhold/shared/contract/quests.ts';
import { QUESTS } from '@rivalhold/shared/newcomer.ts';
import { QUEST_ERRORS } from '@rivalhold/shared/texts/quests.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { moveCoins } from '../coins/service.ts';
import { lockCharacters } from '../game/service.ts';
import { listOf, markClaimed, markDone, type QuestList, rivalsOf, setClosed } from './queries.ts';

export { insertQuestProgress } from './queries.ts';

const isOver = ({ claimed }: QuestList): boolean => QUESTS.every(({ quest }) => claimed.includes(quest));

/**
 * Mark a quest as done for those of the given players who have not done it yet. Send an event to the open tabs
 * of these players, except players who skip their quests. Call this in the transaction of the action that completes the
 * quest, as one of the last steps, because balances must be locked before quests.
 */
export async function completeQuest(
  tx: Tx,
  site: Site,
  userIds: readonly number[],
  quest: Quest,
): Promise<void> {
  const playerIds = await markDone(tx, userIds, quest);
  if (playerIds.length > 0) site.realtime.emit(tx, playerIds, 'quests:changed', { done: quest });
}

/**
 * Return a player's quests, their progress and a suggested opponent.
 * @throws AppError `notFound` if the account has been deleted.
 */
export async function questsOf(db: DbOrTx, site: Site, userId: number): Promise<Quests> {
  const list = await listOf(db, userId);
  const steps = QUESTS.map(({ quest, coins }) => ({ quest, coins, state: stateOf(list, quest) }));
  const isFightOfUse = steps.some(
    ({ quest, state }) => state === 'open' && (quest === 'fight' || quest === 'potion'),
  );
  if (list.closed) return { state: isOver(list) ? 'over' : 'skipped', steps, rival: null };
  return { state: 'open', steps, rival: isFightOfUse ? await rivalOf(db, site, userId) : null };
}

function stateOf({ done, claimed }: QuestList, quest: Quest): Quests['steps'][number]['state'] {
  if (claimed.includes(quest)) return 'claimed';
  return done.includes(quest) ? 'done' : 'open';
}

/**
 * Return a suggested opponent for a player. The suggestion changes only when the list of possible rivals changes.
 * Players with consecutive ids usually get different opponents.
 */
async function rivalOf(db: DbOrTx, site: Site, userId: number): Promise<PlayerRef | null> {
  const rivals = await rivalsOf(db, site, userId);
  return rivals[userId % rivals.length] ?? null;
}

/**
 * Pay the reward of a completed quest once. A repeated claim returns the current state.
 * @throws AppError `notFound` if the account has been deleted; `conflict` if the quests are skipped, or if the quest is
 *   not done.
 */
export async function claimQuestReward(
  db: DbOrTx,
  site: Site,
  { userId, quest }: { userId: number; quest: Quest },
): Promise<Quests> {
  const now = site.clock.now();
  return transaction(db, async (tx) => {
    // Lock the balance, so that concurrent claims run one after the other. Lock it before the quests, as a fight does,
    // so that a claim and a fight cannot deadlock.
    await lockCharacters(tx, [userId]);
    const list = await listOf(tx, userId);
    if (!list.claimed.includes(quest)) {
      if (list.closed) throw new AppError('conflict', QUEST_ERRORS.skipped);
      if (!list.done.includes(quest)) throw new AppError('conflict', QUEST_ERRORS.notDone);
      await markClaimed(tx, userId, quest);
      const reference = `quest:${quest}`;
      const amount = QUESTS.find((one) => one.quest === quest)?.coins ?? 0;
      await moveCoins(tx, site, { userId, amount, reason: 'quest', reference, key: reference, at: now });
      site.realtime.emit(tx, [userId], 'quests:changed', {});
    }
    return questsOf(tx, site, userId);
  });
}

/**
 * Skip a player's quests, or resume them. Progress is still recorded while the quests are skipped.
 * @throws AppError `notFound` if the account has been deleted; `conflict` if the player wants to resume finished
 *   quests.
 */
export async function setQuestsSkipped(
  db: DbOrTx,
  site: Site,
  { userId, skip }: { userId: number; skip: boolean },
): Promise<Quests> {
  const now = site.clock.now();
  return transaction(db, async (tx) => {
    const list = await listOf(tx, userId);
    if (!skip && list.closed && isOver(list)) throw new AppError('conflict', QUEST_ERRORS.over);
    if (await setClosed(tx, userId, skip ? now : null))
      site.realtime.emit(tx, [userId], 'quests:changed', {});
    return questsOf(tx, site, userId);
  });
}
