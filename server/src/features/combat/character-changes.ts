import type { Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { type CharacterRow, lockCharacters, saveCharacter, withRegeneration } from '../game/service.ts';
import { openOpponents } from './fight-lists.ts';
import {
  applyFightInput,
  beginFightTransaction,
  commitFightTransaction,
  commitIfChanged,
} from './fight-transaction.ts';
import { sideOf } from './queries.ts';

/**
 * Lock a player's character and the characters of all current opponents in order of id. Locking one pair after another
 * would break this order and could cause deadlocks.
 * @returns the ids of the opponents.
 */
async function lockWithOpponents(tx: Tx, userId: number): Promise<number[]> {
  const opponents = await openOpponents(tx, userId);
  await lockCharacters(tx, [userId, ...opponents]);
  // Read the opponents again, because fights may have started or ended while this transaction waited for the locks.
  // From now on, none of the player's fights can start or end.
  return openOpponents(tx, userId);
}

/**
 * Change a player's character, for example for an edit by staff. The change also applies immediately to the player's
 * open fights, except ranked fights.
 * @param change returns the changed character; it must not change the coins
 * @throws AppError `notFound` for an unknown player, and any error that `change` throws.
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
    const fightTx = await beginFightTransaction(tx, site, userId, opponentId);
    if (fightTx) await commitIfChanged(tx, site, fightTx);
  }
}

/** Forfeit all of a player's open fights. */
export async function forfeitFights(tx: Tx, site: Site, userId: number): Promise<void> {
  for (const otherId of await lockWithOpponents(tx, userId))
    await forfeitFightBetween(tx, site, { userId, otherId });
}

/**
 * If there is an open fight between two players, end it as a forfeit by `userId`. The two cannot start another fight
 * until the transaction ends.
 */
export async function forfeitFightBetween(
  tx: Tx,
  site: Site,
  { userId, otherId }: { userId: number; otherId: number },
): Promise<void> {
  const fightTx = await beginFightTransaction(tx, site, userId, otherId);
  if (!fightTx) return;
  const side = sideOf(fightTx.fight, userId);
  if (fightTx.fight.state.status === 'active')
    applyFightInput(fightTx, { kind: 'forfeit', side, reason: 'ended' });
  await commitFightTransaction(tx, site, fightTx);
}
