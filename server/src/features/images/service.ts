import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { RETENTION } from '@rivalhold/shared/retention.ts';
import { FairQueue } from '../../platform/concurrency/fair-queue.ts';
import { isLoopbackHost, siteUrl } from '../../platform/config.ts';
import { type Db, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError, hasCode, isStorageFull } from '../../platform/errors.ts';
import {
  deleteFilesAfterCommit,
  deleteInFileBatches,
  storeFiles,
} from '../../platform/files/stored-files.ts';
import { type FileResponse, findPublicImage, publicImageKey } from '../../platform/http/send-file.ts';
import { renderImage } from '../../platform/media/images.ts';
import { IMAGE_KINDS } from '../../platform/media/tasks.ts';
import { withUploadFolder } from '../../platform/media/uploads.ts';
import type { PurgedItem, SelectedFiles } from '../../platform/personal-data/selected-files.ts';
import { networkOf } from '../../platform/security/client-address.ts';
import { download } from '../../platform/security/outbound-fetch.ts';
import { defineRateLimits } from '../../platform/security/rate-limits.ts';
import { sign, timingSafeEqualText } from '../../platform/security/secrets.ts';
import { perSite, type Site } from '../../platform/site.ts';
import { blockSelectedImages, deleteOld, imageByHash, saveImage } from './queries.ts';

/** The rate limits for external images. */
export const RATE_LIMITS = defineRateLimits({
  /** Maximum number of images to fetch from other sites for one player. Images that are already stored do not count. */
  outsideImage: { points: 120, seconds: 60 },
  outsideImageHour: { points: 600, seconds: 3600 },
  /**
   * CPU time in ms for decoding images from other sites. It is separate from the limit for uploads, so that a
   * page full of large pictures does not use up the upload limit.
   */
  outsideDecoding: { points: 60_000, seconds: 600 },
  /**
   * Maximum number of requests to one external network for one player. It keeps a player from using up
   * `outsideNetwork`.
   */
  outsideNetworkOfPlayer: { points: 100, seconds: 60 },
  outsideNetworkOfPlayerHour: { points: 300, seconds: 3600 },
  /**
   * Maximum number of requests to one external network for all players together. This limit keeps players from flooding
   * other sites through this site.
   */
  outsideNetwork: { points: 300, seconds: 60 },
  outsideNetworkHour: { points: 3_000, seconds: 3600 },
});

const DISPLAY_FIT = { width: 1_280, height: 1_280, fit: 'inside', tall: true, moving: 0.5 } as const;
const MAX_BYTES = 8 * 1024 * 1024;
/** Time for which images are stored. */
const RETENTION_MS = RETENTION.outsideImages.ms;
const MAX_STORED = 5_000;
/** Time after which a failed fetch can be repeated. */
const FAILURE_CACHE_MS = 10 * 60_000;
/** Limits on concurrent and waiting fetches on this node, because other sites might be slow on purpose. */
const FETCH_LIMITS = { concurrency: 32, perOwner: 4, maxWaiting: 200, maxOfOwner: 29 };
const RETRY_AFTER_S = 2;
/** Owner id for all external images in the rendering queue, instead of a player's id. */
const EXTERNAL_OWNER = 0;
const PURGE_BATCH_SIZE = 500;

/** The fetches running on this node. Requests for the same image share one fetch. */
const fetchesOfNode = perSite(() => ({
  running: new Map<string, Promise<string | null>>(),
  queue: new FairQueue(FETCH_LIMITS),
}));

const signatureOf = (site: Site, url: string): string =>
  sign(site.config.sessionSecret, `outside image ${url}`).slice(0, 22);

/** Return the path and query of a URL under `/media/` on this site. Return null for any other URL. */
function localImagePath({ config }: Site, url: string): string | null {
  const { origin, hostname, pathname, search } = new URL(url);
  const isOwn =
    origin === siteUrl(config) ||
    (config.publicUrl === null && isLoopbackHost(hostname.replace(/^\[|\]$/g, '')));
  return isOwn && pathname.startsWith('/media/') ? `${pathname}${search}` : null;
}

/**
 * Return the URL from which browsers load an image. Images from other sites are loaded through this site, so that the
 * other sites learn nothing about the viewer. The URL is signed, so that players cannot make this site fetch arbitrary
 * URLs. The URL is the same for every viewer. Images on this site keep their path.
 * @param url the http or https URL of the image
 */
export const imageUrl = (site: Site, url: string): string =>
  localImagePath(site, url) ??
  `/media/outside?${new URLSearchParams({ url, signature: signatureOf(site, url) })}`;

/**
 * Return the stored file of an external image. If it is not stored yet, fetch it first.
 * @throws AppError `notFound` if the signature is wrong, if no image of at most 8 MB could be fetched from the URL, or
 *   if the image is blocked; `tooOften`; `unavailable` if too many fetches are waiting, or if the image is not ready
 *   within `site.externalImageMs`.
 */
export async function getImage(
  db: Db,
  site: Site,
  { url, signature, viewerId }: { url: string; signature: string; viewerId: number },
): Promise<FileResponse> {
  if (!timingSafeEqualText(signature, signatureOf(site, url))) throw new AppError('notFound');
  const key = await storedImageKey(db, site, { url, viewerId });
  if (key === null) throw new AppError('notFound');
  return { key, type: 'image/webp', name: 'picture.webp', cacheMs: RETENTION_MS };
}

/**
 * Return the key of the WebP file of an image. For an image from another site, see `storedImageKey`. For a
 * public image on this site, return the key of the image file itself. Do not call this within a transaction.
 * @returns null for a path on this site that is not a public image, and for an external image that cannot be fetched
 * @throws AppError as `storedImageKey` does, and `notFound` for a deleted image on this site.
 */
export async function imageKeyFor(
  db: Db,
  site: Site,
  { url, viewerId }: { url: string; viewerId: number },
): Promise<string | null> {
  const own = localImagePath(site, url);
  if (own === null) return storedImageKey(db, site, { url, viewerId });
  // Decode the path in the same way as the route that serves the image.
  const key = publicImageKey(decodeURIComponent(new URL(own, siteUrl(site.config)).pathname));
  return key && (await findPublicImage(site.files, key)).key;
}

/**
 * Return the key of the WebP file of another site's image. On the first request, the image is fetched, its bytes are
 * checked, and it is re-encoded and stored. Do not call this within a transaction.
 * @param viewerId the player whose rate limits apply to the fetch
 * @returns null if no image of at most 8 MB could be fetched from the URL, or if the image is blocked
 * @throws AppError `tooOften`; `unavailable` if too many fetches are waiting, or if the image is not ready within
 *   `site.externalImageMs`.
 */
export async function storedImageKey(
  db: Db,
  site: Site,
  { url, viewerId }: { url: string; viewerId: number },
): Promise<string | null> {
  const wanted = { url, hash: createHash('sha256').update(url).digest('hex'), viewerId };
  const storedKey = await findStoredKey(db, site, wanted.hash);
  if (storedKey !== undefined) return storedKey;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(tooBusyError()), site.externalImageMs);
  const late = once(timeout.signal, 'abort').then(() => Promise.reject(timeout.signal.reason));
  return Promise.race([fetchOnce(db, site, wanted, timeout.signal), late]).finally(() => clearTimeout(timer));
}

/**
 * Return the key of the stored file. Return null if a recent fetch failed or the image is blocked, and undefined if the
 * image must be fetched.
 */
async function findStoredKey(db: Db, site: Site, hash: string): Promise<string | null | undefined> {
  const found = await imageByHash(db, hash);
  const age = site.clock.now().getTime() - (found?.fetched_at.getTime() ?? 0);
  return found && age < (found.file_key === null ? FAILURE_CACHE_MS : RETENTION_MS)
    ? found.file_key
    : undefined;
}

type ImageRequest = { url: string; hash: string; viewerId: number };

const tooBusyError = () => new AppError('unavailable', undefined, { retryAfter: RETRY_AFTER_S });

async function fetchOnce(
  db: Db,
  site: Site,
  wanted: ImageRequest,
  signal: AbortSignal,
): Promise<string | null> {
  const { hash, viewerId } = wanted;
  const { running, queue } = fetchesOfNode(site);
  const others = running.get(hash);
  if (others) return others;
  await site.limits.check(RATE_LIMITS.outsideDecoding, viewerId);
  await site.limits.consume(RATE_LIMITS.outsideImage, viewerId);
  await site.limits.consume(RATE_LIMITS.outsideImageHour, viewerId);
  if (queue.isFull(viewerId)) throw tooBusyError();
  const begin = async () => {
    const own = running.get(hash) ?? fetchImage(db, site, wanted).finally(() => running.delete(hash));
    running.set(hash, own);
    return own;
  };
  return queue.add(viewerId, begin, signal);
}

async function fetchImage(db: Db, site: Site, { url, hash, viewerId }: ImageRequest): Promise<string | null> {
  // Look again, because the image might have been fetched while this request was queued.
  const storedKey = await findStoredKey(db, site, hash);
  if (storedKey !== undefined) return storedKey;
  const at = site.clock.now();
  const put = async (tx: Tx, key: string | null) => {
    const was = await saveImage(tx, { hash, key, at, staleAt: new Date(at.getTime() - RETENTION_MS) });
    if ('first' in was) throw new FetchedByOtherNode(was.first);
    await deleteFilesAfterCommit(tx, site, was.before === null ? [] : [was.before]);
    return key;
  };
  try {
    return await withRenderedImage(site, { url, viewerId }, async (path) => {
      if (path === null) return transaction(db, (tx) => put(tx, null));
      const key = `outside/${randomUUID()}.webp`;
      return storeFiles(db, site, [{ key, from: path }], (tx) => put(tx, key));
    });
  } catch (error) {
    if (error instanceof FetchedByOtherNode) return error.key;
    throw error;
  }
}

/**
 * Thrown if another node saved the same image first, or if the image was blocked during the fetch. `key` is the key of
 * the other node's file, or null for a blocked image.
 */
class FetchedByOtherNode extends Error {
  readonly key: string | null;

  constructor(key: string | null) {
    super();
    this.key = key;
  }
}

/**
 * Fetch and re-encode an image. Call `use` with the path of the temporary file, or with null if there is no valid
 * image.
 */
async function withRenderedImage<T>(
  site: Site,
  { url, viewerId }: { url: string; viewerId: number },
  use: (path: string | null) => Promise<T>,
): Promise<T> {
  return withUploadFolder(site.config.dataDir, async (folder) => {
    const path = join(folder, 'picture');
    const fetchAndRender = async () => {
      const countRequest = async (address: string) => {
        const network = networkOf(address);
        await site.limits.consume(RATE_LIMITS.outsideNetworkOfPlayer, `${viewerId} ${network}`);
        await site.limits.consume(RATE_LIMITS.outsideNetworkOfPlayerHour, `${viewerId} ${network}`);
        await site.limits.consume(RATE_LIMITS.outsideNetwork, network);
        await site.limits.consume(RATE_LIMITS.outsideNetworkHour, network);
      };
      await download(url, { path, maxBytes: MAX_BYTES, policy: site.outboundPolicy, countRequest });
      // All external images share one owner in the rendering queue, so that a page with many images does not delay
      // players' uploads.
      const requester = {
        userId: EXTERNAL_OWNER,
        signal: new AbortController().signal,
        charge: (ms: number) => site.limits.record(RATE_LIMITS.outsideDecoding, viewerId, Math.ceil(ms)),
        isExternal: true as const,
      };
      return (await renderImage(path, [DISPLAY_FIT], { kinds: IMAGE_KINDS, ...requester }))[0]?.path ?? null;
    };
    const made = await fetchAndRender().catch((error: unknown) => {
      // These errors are not caused by the image, so do not cache the image as failed.
      if (isStorageFull(error) || isTransient(error)) throw error;
      site.log.info({ err: error }, 'fetching an external image failed');
      return null;
    });
    return use(made);
  });
}

/** Return true if an error is not caused by the image. */
const isTransient = (error: unknown): boolean => hasCode(error, 'unavailable') || hasCode(error, 'tooOften');

/**
 * Delete external images that were fetched more than 30 days ago, and the oldest images if there are more than 5,000.
 */
export async function purgeImages(db: Db, site: Site): Promise<void> {
  const before = new Date(site.clock.now().getTime() - RETENTION_MS);
  await deleteInFileBatches(db, site, PURGE_BATCH_SIZE, async (tx, limit) => {
    const files = await deleteOld(tx, { before, most: MAX_STORED, limit });
    return { rows: files.length, keys: files.filter((key) => key !== null) };
  });
}

/**
 * Delete the stored images that have one of the selected files, and return the deleted images. Prevent them from being
 * fetched again.
 */
export async function purgeFiles(tx: Tx, site: Site, of: SelectedFiles): Promise<PurgedItem[]> {
  const keys = await blockSelectedImages(tx, of);
  await deleteFilesAfterCommit(tx, site, keys);
  return keys.map((key) => ({ ownerId: null, files: [key] }));
}
