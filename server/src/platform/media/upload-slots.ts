import type { Socket } from 'node:net';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { MEDIA_TEXTS } from '@rivalhold/shared/texts/media.ts';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { networkOf } from '../security/client-address.ts';
import { RATE_LIMITS } from '../security/rate-limits.ts';
import { isSettled } from '../security/settled-accounts.ts';
import { perSite, type Site } from '../site.ts';
import type { Uploader } from './decoder.ts';

/** An upload that is being received or processed. */
type Slot = {
  userId: number;
  network: string;
  isSettled: boolean;
  socket: Socket;
  /**
   * `since` is the start time of the upload in ms. `before` is the number of bytes that its connection had received
   * before the upload.
   */
  since: number;
  before: number;
  isComplete: boolean;
};
/** The uploader of a request, and a function to call when the request has been received completely. */
type SlotHolder = Uploader & { markComplete: () => void };

/** Uploads in progress on this node, in the order in which they started. */
const slotsOf = perSite(() => new Set<Slot>());
/** Age in ms from which the speed of an upload is measured. */
const SPEED_SAMPLE_MS = 15_000;
/** Minimum speed of an upload. If all slots are taken, a slower upload can be dropped. */
const MIN_BYTES_PER_MS = 20;
const RETRY = { retryAfter: 10 };
const CONVERSION_RETRY = { retryAfter: 60 };
/** Owner of the conversions of all new accounts, in the queue and in the rate limit that these accounts share. */
const NEW_ACCOUNTS = 'new';

/**
 * Run `work` while the request holds one of the node's upload slots. If no slot is free, try to free one by dropping
 * another upload (see `makeRoom`). A player's uploads have rate limits for their number, CPU time and conversion time.
 * @throws AppError `tooOften` if a rate limit is exceeded, or if the player has too many concurrent uploads
 * @throws AppError `unavailable` if no slot can be freed
 */
export async function withUploadSlot<T>(
  site: Site,
  request: FastifyRequest,
  userId: number,
  work: (holder: SlotHolder) => Promise<T>,
): Promise<T> {
  await site.limits.consume(RATE_LIMITS.upload, userId);
  await site.limits.check(RATE_LIMITS.decoding, userId);
  const { socket } = request.raw;
  const [since, before] = [performance.now(), socket.bytesRead];
  const slot = {
    userId,
    network: networkOf(request.ip),
    isSettled: await isSettled(site.db, site, userId),
    socket,
    since,
    before,
    isComplete: false,
  };
  const slots = slotsOf(site);
  makeRoom(slots, slot);
  const abortController = new AbortController();
  const abort = () => abortController.abort(new AppError('invalid'));
  slots.add(slot);
  socket.once('close', abort);
  if (socket.destroyed) abort();
  try {
    return await work({
      userId,
      signal: abortController.signal,
      charge: (ms) => site.limits.record(RATE_LIMITS.decoding, userId, Math.ceil(ms)),
      conversions: conversionShare(site, slot),
      markComplete: () => {
        slot.isComplete = true;
      },
    });
  } finally {
    socket.off('close', abort);
    slots.delete(slot);
  }
}

function conversionShare(
  { limits }: Site,
  { userId, isSettled }: Slot,
): NonNullable<Uploader['conversions']> {
  const { conversion, conversionOfNew } = RATE_LIMITS;
  return {
    owner: isSettled ? userId : NEW_ACCOUNTS,
    check: async () => {
      await limits.check(conversion, userId);
      if (!isSettled && (await limits.isSpent(conversionOfNew, NEW_ACCOUNTS)))
        throw new AppError('unavailable', MEDIA_TEXTS.conversionsBusy, CONVERSION_RETRY);
    },
    charge: async (ms) => {
      await limits.record(conversion, userId, Math.ceil(ms));
      if (!isSettled) await limits.record(conversionOfNew, NEW_ACCOUNTS, Math.ceil(ms));
    },
  };
}

/**
 * Drop other uploads until there is a free slot for the new upload.
 * @throws AppError `tooOften` if the player has too many uploads
 * @throws AppError `unavailable` if no slot can be freed
 */
function makeRoom(slots: Set<Slot>, newcomer: Slot): void {
  const { concurrent, concurrentUnderLoad, concurrentPerNode } = LIMITS.upload;
  const most = slots.size < concurrentPerNode / 2 ? concurrent : concurrentUnderLoad;
  if (count(slots, 'userId', newcomer) >= most) throw new AppError('tooOften', undefined, RETRY);
  for (let rivals = rivalsOf(slots, newcomer); rivals; rivals = rivalsOf(slots, newcomer)) {
    const dropped = largestHolder(rivals, newcomer) ?? slowest(rivals);
    if (!dropped) throw new AppError('unavailable', undefined, RETRY);
    slots.delete(dropped);
    dropped.socket.destroy();
  }
}

const count = <K extends 'userId' | 'network'>(
  slots: Iterable<Slot>,
  key: K,
  { [key]: value }: Pick<Slot, K>,
) => [...slots].filter((one) => one[key] === value).length;

/**
 * Return the uploads from which `makeRoom` chooses an upload to drop for a new upload:
 * - If the new upload exceeds a limit of its network, return the uploads that count towards this limit. Every network
 *   has separate limits for settled accounts and new accounts.
 * - Otherwise, if a slot is free, return null. Some slots are reserved for settled accounts.
 * - Otherwise, return the uploads of new accounts. If there are none and the new upload is by a settled account, return
 *   all uploads.
 */
function rivalsOf(slots: Set<Slot>, { network, isSettled }: Slot): Slot[] | null {
  const { concurrentPerNetwork, concurrentPerNode, reservedForSettled } = LIMITS.upload;
  const all = [...slots];
  const ofNetwork = all.filter((one) => one.network === network && one.isSettled === isSettled);
  if (ofNetwork.length >= concurrentPerNetwork) return ofNetwork;
  const isFull = all.length >= concurrentPerNode;
  const ofNew = all.filter((one) => !one.isSettled);
  if (isSettled) return isFull ? (ofNew.length > 0 ? ofNew : all) : null;
  return isFull || ofNew.length >= concurrentPerNode - reservedForSettled ? ofNew : null;
}

/**
 * Return the upload in `rivals` to drop for a new upload, or undefined if none qualifies. An upload qualifies in three
 * cases:
 * - Its network has at least two more uploads in `rivals` than the network of the new upload.
 * - Its player has at least two more uploads in `rivals` than the player of the new upload.
 * - Its player has a new account, and the new upload is by a settled account.
 *
 * From the uploads that qualify, choose the network with the most uploads, then its player with the most uploads, then
 * this player's latest upload.
 */
function largestHolder(rivals: Slot[], newUpload: Slot): Slot | undefined {
  const held = (one: Slot) => [count(rivals, 'network', one), count(rivals, 'userId', one)] as const;
  const [ofNetwork, ofPlayer] = held(newUpload);
  const [largest] = rivals
    .map((one) => ({ one, held: held(one) }))
    .filter(
      ({ one, held: [network, player] }) =>
        (newUpload.isSettled && !one.isSettled) || network > ofNetwork + 1 || player > ofPlayer + 1,
    )
    .sort((a, b) => b.held[0] - a.held[0] || b.held[1] - a.held[1] || b.one.since - a.one.since);
  return largest?.one;
}

/** Return the slowest upload below the minimum speed. Return undefined if there is none. */
function slowest(rivals: Slot[]): Slot | undefined {
  const now = performance.now();
  const [found] = rivals
    .filter(({ isComplete, since }) => !isComplete && now - since > SPEED_SAMPLE_MS)
    .map((one) => ({ one, speed: (one.socket.bytesRead - one.before) / (now - one.since) }))
    .filter(({ speed }) => speed <= MIN_BYTES_PER_MS)
    .sort((a, b) => a.speed - b.speed);
  return found?.one;
}
