import { isDeepStrictEqual } from 'node:util';
import { DELETION_TEXTS as TEXTS } from '@rivalhold/shared/texts/deletion.ts';
import { type Db, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError, invalidFieldsError } from '../../platform/errors.ts';
import type { Feature, Site } from '../../platform/site.ts';
import { anonymizeAccount, isLastAdmin, verifyPassword } from '../accounts/service.ts';
import { closePaymentPages } from '../checkout/service.ts';
import { forfeitFights } from '../combat/service.ts';
import { setAvatar } from '../profiles/service.ts';
import {
  type AccountDeletion,
  findPendingDeletion,
  insertAccountDeletion,
  listPendingDeletions,
  lockPendingDeletion,
  saveDeletionProgress,
} from './queries.ts';

/** The job that erases a deleted account from every feature. */
export const ERASURE_JOB = 'deletion.erase';

/**
 * Return the features with data to erase, in the order of erasure: first the features with stored files, then the
 * others. Within each group, the order is the reverse of `site.features`.
 */
const erasing = ({ features }: Site): Feature[] =>
  features
    .filter(({ personalData }) => personalData?.erase)
    .toReversed()
    .sort((a, b) => Number(hasFiles(b)) - Number(hasFiles(a)));
const hasFiles = ({ personalData }: Feature): boolean => personalData?.storage !== undefined;

/**
 * Time in ms from the deletion of an account to its second pass. By then, requests that were in flight at the time of
 * the deletion, such as uploads, have ended. The second pass erases what they wrote.
 */
const SECOND_PASS_AFTER_MS = 15 * 60_000;
const PASSES = 2;
const BATCH_SIZE = 20;

/**
 * Delete the caller's own account permanently.
 * @throws AppError `invalid` for a wrong password; `tooOften` after several password checks; `conflict` for the last
 *   admin.
 */
export async function deleteOwnAccount(
  db: Db,
  site: Site,
  { userId, password }: { userId: number; password: string },
): Promise<void> {
  const refusal = invalidFieldsError({ password: TEXTS.wrongPassword });
  const lockVerified = await verifyPassword(db, site, { userId, password, refusal });
  await transaction(db, async (tx) => {
    if (await isLastAdmin(tx, site, userId)) throw new AppError('conflict', TEXTS.lastAdmin);
    await lockVerified(tx);
    await deleteAccount(tx, site, userId);
  });
}

/**
 * Delete a player's account. Forfeit the player's open fights, delete the avatar, anonymize the account, and end its
 * sessions. A job erases the player's other data. The caller must have locked the player's row.
 */
export async function deleteAccount(tx: Tx, site: Site, userId: number): Promise<void> {
  await forfeitFights(tx, site, userId);
  await setAvatar(tx, site, userId, null);
  await anonymizeAccount(tx, site, userId);
  await insertAccountDeletion(tx, userId, site.clock.now());
  await site.jobs.send(tx, ERASURE_JOB, { userId });
}

const secondPassDueBefore = (site: Site): Date => new Date(site.clock.now().getTime() - SECOND_PASS_AFTER_MS);

/**
 * Erase a deleted account from every feature, in batches. The transaction of each batch also saves the progress, so
 * that an interrupted erasure resumes after the last batch.
 */
export async function erase(site: Site, userId: number): Promise<void> {
  // Close the player's open payment pages. This is done outside a transaction, because closing a page calls the payment
  // provider. If the provider is down, the job that settles payments closes the pages later.
  await closePaymentPages(site, userId);
  while (await eraseBatch(site, userId));
}

/** Erase one batch. Return true if there might be more data to erase now. */
async function eraseBatch(site: Site, userId: number): Promise<boolean> {
  const seen = await findPendingDeletion(site.db, userId, secondPassDueBefore(site));
  if (!seen) return false;
  const eraseStep = await prepareStep(site, userId, seen);
  return transaction(site.db, async (tx) => {
    const deletion = await lockPendingDeletion(tx, userId, secondPassDueBefore(site));
    if (!deletion) return false;
    // Skip the prepared step if another worker has erased data in the meantime, because the step is then outdated.
    if (!isDeepStrictEqual(deletion, seen)) return true;
    const cursor = await eraseStep(tx);
    const next = cursor === null ? nextProgress(site, deletion) : { ...deletion, cursor, finishedAt: null };
    await saveDeletionProgress(tx, userId, next);
    return true;
  });
}

/**
 * Return a function that erases the next batch of data of the current feature. The function returns the new
 * cursor, or null if nothing is left to erase.
 */
async function prepareStep(
  site: Site,
  userId: number,
  { step, cursor }: AccountDeletion,
): Promise<(tx: Tx) => Promise<number | null>> {
  const erase = featureAt(erasing(site), step)?.personalData?.erase;
  if (erase === undefined) return async () => null;
  if (typeof erase !== 'function') return erase.prepare(site, userId, cursor);
  return async (tx) => ((await erase(tx, site, userId)) ? null : cursor);
}

/**
 * Return the feature with this name. If there is none, return the first feature: repeating the erasure from the start
 * is safe.
 */
const featureAt = (features: Feature[], step: string | null): Feature | undefined =>
  features.find(({ name }) => name === step) ?? features[0];

function nextProgress(
  site: Site,
  { pass, step }: AccountDeletion,
): AccountDeletion & { finishedAt: Date | null } {
  const features = erasing(site);
  const current = featureAt(features, step);
  const next = current && features[features.indexOf(current) + 1];
  if (next) return { pass, step: next.name, cursor: 0, finishedAt: null };
  return { pass: pass + 1, step: null, cursor: 0, finishedAt: pass < PASSES ? null : site.clock.now() };
}

/** Resume account deletions that were interrupted, and start second passes that are due. */
export async function resumeErasures(site: Site): Promise<void> {
  for (const userId of await listPendingDeletions(site.db, secondPassDueBefore(site), BATCH_SIZE)) {
    try {
      await erase(site, userId);
    } catch (error) {
      site.log.error({ err: error, userId }, 'account erasure failed');
    }
  }
}
