import type { Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { type CharacterRow, lockCharacters, saveCharacter, withRegeneration } from '../game/service.ts';
import { openOpponents } from './fight-lists.ts';
import { applyFightInput, beginFightTransaction, commitFightTransaction } from './fight-transaction.ts';

/**
 * Locks a player's character and those of all whom they are fighting, in the order of their ids: so that what follows
 * takes no lock out of that order.
 * @returns the ids of the others.
 */
async function lockWithOpponents(tx: Tx, userId: number): Promise<number[]> {
  const opponents = await openOpponents(tx, userId);
  await lockCharacters(tx, [userId, ...opponents]);
  // Some may have been begun or ended while this waited; from here on none can be.
  return openOpponents(tx, userId);
}

/**
 * Changes what a character is made of from outside, which takes effect in its open fights at once.
 * @param change what is to become of the character as it is now; coins are not among it
 * @throws AppError notFound when there is no such player; what `change` throws.
 */
export async function updateCharacterInFights(
  tx: Tx,
  site: Site,
  userId: number,
  change: (now: CharacterRow) => CharacterRow,
): Promise<void> {
  const opponents = await lockWithOpponents(tx, userId);
  const [stored] = await lockCharacters(tx, [userId]);
  if (!stored) throw new AppError('notFound');
  await saveCharacter(tx, change(withRegeneration(stored, site.clock.now())));
  for (const opponentId of opponents) {
    const arena = await beginFightTransaction(tx, site, userId, opponentId);
    if (arena && arena.newInputs.length > 0) await commitFightTransaction(tx, site, arena);
  }
}

/** Ends all open fights of a player, who gives them up; nobody is paid. */
export async function forfeitFights(tx: Tx, site: Site, userId: number): Promise<void> {
  for (const otherId of await lockWithOpponents(tx, userId))
    await forfeitFightBetween(tx, site, { userId, otherId });
}

/**
 * Ends the open fight of two players without reward, if they have one: `userId` gives it up. Until the transaction ends
 * neither can begin another with the other.
 */
export async function forfeitFightBetween(
  tx: Tx,
  site: Site,
  { userId, otherId }: { userId: number; otherId: number },
): Promise<void> {
  const arena = await beginFightTransaction(tx, site, userId, otherId);
  if (!arena) return;
  if (arena.fight.state.status === 'active')
    applyFightInput(arena, { kind: 'forfeit', by: userId, reason: 'ended' });
  await commitFightTransaction(tx, site, arena);
}
