import { isDeepStrictEqual } from 'node:util';
import { DELETION_TEXTS as TEXTS } from '@rivalhold/shared/texts/deletion.ts';
import { type Db, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError, invalidFields } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import {
  closeAccount,
  forgetPlayer as forgetMailAndAnswers,
  lastAdminIs,
  proveWithPassword,
} from '../accounts/service.ts';
import { forgetPlayer as forgetActivity } from '../activity/service.ts';
import { forgetPlayer as forgetAttachments } from '../attachments/service.ts';
import { forgetPlayer as forgetBlocks } from '../blocks/service.ts';
import { closePages, forgetPlayer as forgetLimit } from '../checkout/service.ts';
import { forgetPlayer as forgetClips } from '../clips/service.ts';
import { endFightsOf, forgetterOf as forgetterOfFights } from '../combat/service.ts';
import { forgetPlayer as forgetComments } from '../comments/service.ts';
import { forgetPlayer as forgetExport } from '../exports/service.ts';
import { forgetPlayer as forgetFeed } from '../feed/service.ts';
import { forgetPlayer as forgetForum } from '../forum/service.ts';
import { forgetPlayer as forgetFriends } from '../friends/service.ts';
import { forgetPlayer as forgetCharacter } from '../game/service.ts';
import { forgetPlayer as forgetInventory } from '../inventory/service.ts';
import { forgetPlayer as forgetNotifications } from '../notifications/service.ts';
import { forgetPlayer as forgetPhotos } from '../photos/service.ts';
import { setAvatar } from '../profiles/service.ts';
import { forgetPlayer as forgetPush } from '../push/service.ts';
import { forgetPlayer as forgetQuests } from '../quests/service.ts';
import {
  type Departure,
  holdDeparture,
  insertDeparture,
  openDeparture,
  openDepartures,
  saveDeparture,
} from './queries.ts';

/** The job that has the parts of the site forget a player. */
export const FORGET_JOB = 'deletion.forget';

/**
 * Forgets some of what a player left behind in one part of the site. However often it is called, nothing is done twice.
 * @returns whether nothing is left there.
 */
type Forget = (tx: Tx, site: Site, userId: number) => Promise<boolean>;
/**
 * For what takes long: does the work before the transaction, on the things behind `place`. What it answers writes that
 * work, and answers the new place; null where there is nothing behind it.
 */
type Prepare = (site: Site, userId: number, place: number) => Promise<(tx: Tx) => Promise<number | null>>;

/**
 * Every part of the site that keeps something of a player which goes; first the files. Append only: `departures.step` is
 * stored.
 */
const PARTS: readonly (Forget | { prepare: Prepare })[] = [
  forgetPhotos,
  forgetClips,
  forgetAttachments,
  forgetExport,
  forgetFriends,
  forgetBlocks,
  forgetFeed,
  forgetForum,
  forgetNotifications,
  forgetPush,
  forgetActivity,
  forgetComments,
  forgetInventory,
  forgetQuests,
  { prepare: forgetterOfFights },
  forgetCharacter,
  forgetLimit,
  forgetMailAndAnswers,
];

/** What was still under way when a player left, such as an upload, has ended by then; a second round finds it. */
const SECOND_ROUND_MS = 15 * 60_000;
const ROUNDS = 2;
const AT_ONCE = 20;

/**
 * Deletes one's own account, for good.
 * @throws AppError invalid for a wrong password, tooOften after many; conflict for the last admin.
 */
export async function deleteOwn(
  db: Db,
  site: Site,
  { userId, password }: { userId: number; password: string },
): Promise<void> {
  const refusal = invalidFields({ password: TEXTS.wrongPassword });
  const hold = await proveWithPassword(db, site, { userId, password, refusal });
  await transaction(db, async (tx) => {
    if (await lastAdminIs(tx, userId)) throw new AppError('conflict', TEXTS.lastAdmin);
    await hold(tx);
    await deleteAccount(tx, site, userId);
  });
}

/**
 * Deletes the account of a player who is locked: from the commit on they are nobody, and signed in nowhere; their open
 * fights are over, without reward. What else they left behind is forgotten by a job.
 */
export async function deleteAccount(tx: Tx, site: Site, userId: number): Promise<void> {
  await endFightsOf(tx, site, userId);
  await setAvatar(tx, site, userId, null);
  await closeAccount(tx, site, userId);
  await insertDeparture(tx, userId, site.clock.now());
  await site.jobs.send(tx, FORGET_JOB, { userId });
}

const secondFrom = (site: Site): Date => new Date(site.clock.now().getTime() - SECOND_ROUND_MS);

/**
 * Has every part of the site forget a player, bit by bit, each in a transaction of its own that also says how far it
 * has come: whoever takes it up after an interruption goes on there.
 */
export async function forget(site: Site, userId: number): Promise<void> {
  // Asks the payment provider: not within a transaction. One that is away is asked by the job that settles payments.
  await closePages(site, userId);
  while (await forgetSome(site, userId));
}

/** Answers whether there may be more to forget now. */
async function forgetSome(site: Site, userId: number): Promise<boolean> {
  const seen = await openDeparture(site.db, userId, secondFrom(site));
  if (!seen) return false;
  const forgetHere = await forgetterAt(site, userId, seen);
  return transaction(site.db, async (tx) => {
    const departure = await holdDeparture(tx, userId, secondFrom(site));
    if (!departure) return false;
    // Somebody else went on meanwhile: what is ready to be written is of before.
    if (!isDeepStrictEqual(departure, seen)) return true;
    const place = await forgetHere(tx);
    const next =
      place === null ? after(departure, site.clock.now()) : { ...departure, place, finishedAt: null };
    await saveDeparture(tx, userId, next);
    return true;
  });
}

/** What the part whose turn it is has to write. */
async function forgetterAt(
  site: Site,
  userId: number,
  { step, place }: Departure,
): Promise<(tx: Tx) => Promise<number | null>> {
  const part = PARTS[step];
  if (part === undefined) return async () => null;
  if (typeof part !== 'function') return part.prepare(site, userId, place);
  return async (tx) => ((await part(tx, site, userId)) ? null : place);
}

function after({ round, step }: Departure, now: Date): Departure & { finishedAt: Date | null } {
  if (step + 1 < PARTS.length) return { round, step: step + 1, place: 0, finishedAt: null };
  return { round: round + 1, step: 0, place: 0, finishedAt: round < ROUNDS ? null : now };
}

/** Goes on with departures that were interrupted, and those whose second round is due. */
export async function forgetOn(site: Site): Promise<void> {
  for (const userId of await openDepartures(site.db, secondFrom(site), AT_ONCE)) {
    try {
      await forget(site, userId);
    } catch (error) {
      site.log.error({ err: error, userId }, 'a player who left could not be forgotten');
    }
  }
}
