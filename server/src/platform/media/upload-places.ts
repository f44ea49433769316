import type { Socket } from 'node:net';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { MEDIA_TEXTS } from '@rivalhold/shared/texts/media.ts';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { isSettled } from '../security/account-standing.ts';
import { networkOf } from '../security/client-address.ts';
import { RATE_LIMITS } from '../security/rate-limits.ts';
import { perSite, type Site } from '../site.ts';
import type { Uploader } from './decoder.ts';

/** An upload that is received or processed. */
type Place = {
  userId: number;
  network: string;
  isSettled: boolean;
  socket: Socket;
  /** When it began, and the bytes its connection had received before. */
  since: number;
  before: number;
  isComplete: boolean;
};
/** The uploader of a request, and a function to call when all of it has arrived. */
type PlaceHolder = Uploader & { markComplete: () => void };

/** The uploads in progress on this node, in the order of their start. */
const placesOf = perSite(() => new Set<Place>());
/** The minimum time before an upload's speed is measured. */
const SPEED_SAMPLE_MS = 15_000;
/** Slower uploads are dropped when there is no room for another. */
const MIN_BYTES_PER_MS = 20;
const RETRY = { retryAfter: 10 };
const CONVERSION_RETRY = { retryAfter: 60 };
/** The owner of the conversions of all new accounts, which share a budget. */
const NEW_ACCOUNTS = 'new';

/**
 * Run `work` while the request holds one of the node's places for uploads. If there is none, another upload is dropped
 * whose player or network holds more; for a settled account, first one of a new account. All uploads of a player share
 * rate limits for their number, processor time and conversion time.
 * @throws AppError `tooOften`; `unavailable` without a place.
 */
export async function withUploadPlace<T>(
  site: Site,
  request: FastifyRequest,
  userId: number,
  work: (holder: PlaceHolder) => Promise<T>,
): Promise<T> {
  await site.limits.consume(RATE_LIMITS.upload, userId);
  await site.limits.check(RATE_LIMITS.decoding, userId);
  const { socket } = request.raw;
  const [since, before] = [performance.now(), socket.bytesRead];
  const place = {
    userId,
    network: networkOf(request.ip),
    isSettled: await isSettled(site.db, site, userId),
    socket,
    since,
    before,
    isComplete: false,
  };
  const places = placesOf(site);
  makeRoom(places, place);
  const gone = new AbortController();
  const abort = () => gone.abort(new AppError('invalid'));
  places.add(place);
  socket.once('close', abort);
  if (socket.destroyed) abort();
  try {
    return await work({
      userId,
      signal: gone.signal,
      charge: (ms) => site.limits.record(RATE_LIMITS.decoding, userId, Math.ceil(ms)),
      conversions: conversionShare(site, place),
      markComplete: () => {
        place.isComplete = true;
      },
    });
  } finally {
    socket.off('close', abort);
    places.delete(place);
  }
}

function conversionShare(
  { limits }: Site,
  { userId, isSettled }: Place,
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

/** Drop other uploads until there is room for one more. @throws AppError `tooOften`; `unavailable`. */
function makeRoom(places: Set<Place>, newcomer: Place): void {
  const { concurrent, concurrentUnderLoad, concurrentPerNode } = LIMITS.upload;
  const most = places.size < concurrentPerNode / 2 ? concurrent : concurrentUnderLoad;
  if (count(places, 'userId', newcomer) >= most) throw new AppError('tooOften', undefined, RETRY);
  for (let rivals = rivalsOf(places, newcomer); rivals; rivals = rivalsOf(places, newcomer)) {
    const dropped = largestHolder(rivals, newcomer) ?? slowest(rivals);
    if (!dropped) throw new AppError('unavailable', undefined, RETRY);
    places.delete(dropped);
    dropped.socket.destroy();
  }
}

const count = <K extends 'userId' | 'network'>(
  places: Iterable<Place>,
  key: K,
  { [key]: value }: Pick<Place, K>,
) => [...places].filter((one) => one[key] === value).length;

/**
 * Return the uploads that compete with a new one for the places it may take; null if one of them is free. Those of
 * settled and of new accounts in its network count separately. A settled account first competes with new ones alone.
 */
function rivalsOf(places: Set<Place>, { network, isSettled }: Place): Place[] | null {
  const { concurrentPerNetwork, concurrentPerNode, reservedForSettled } = LIMITS.upload;
  const all = [...places];
  const ofNetwork = all.filter((one) => one.network === network && one.isSettled === isSettled);
  if (ofNetwork.length >= concurrentPerNetwork) return ofNetwork;
  const isFull = all.length >= concurrentPerNode;
  const ofNew = all.filter((one) => !one.isSettled);
  if (isSettled) return isFull ? (ofNew.length > 0 ? ofNew : all) : null;
  return isFull || ofNew.length >= concurrentPerNode - reservedForSettled ? ofNew : null;
}

/**
 * Return the last upload of the network, and there of the player, that holds most of the rivals' places; undefined if no
 * rival's network or player holds more than those of the new upload will. A settled account goes before new ones anyway.
 */
function largestHolder(rivals: Place[], newcomer: Place): Place | undefined {
  const held = (one: Place) => [count(rivals, 'network', one), count(rivals, 'userId', one)] as const;
  const [ofNetwork, ofPlayer] = held(newcomer);
  const [largest] = rivals
    .map((one) => ({ one, held: held(one) }))
    .filter(
      ({ one, held: [network, player] }) =>
        (newcomer.isSettled && !one.isSettled) || network > ofNetwork + 1 || player > ofPlayer + 1,
    )
    .sort((a, b) => b.held[0] - a.held[0] || b.held[1] - a.held[1] || b.one.since - a.one.since);
  return largest?.one;
}

/** Return the slowest upload below the minimum speed. */
function slowest(rivals: Place[]): Place | undefined {
  const now = performance.now();
  const [found] = rivals
    .filter(({ isComplete, since }) => !isComplete && now - since > SPEED_SAMPLE_MS)
    .map((one) => ({ one, speed: (one.socket.bytesRead - one.before) / (now - one.since) }))
    .filter(({ speed }) => speed <= MIN_BYTES_PER_MS)
    .sort((a, b) => a.speed - b.speed);
  return found?.one;
}
