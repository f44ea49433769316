import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { type Db, transaction } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors.ts';
import { type PictureKind, renderImage } from '../../platform/images.ts';
import { download } from '../../platform/outside.ts';
import type { SentFile } from '../../platform/sending.ts';
import { onePerSite, type Site } from '../../platform/site.ts';
import { dropFiles, keepFiles } from '../../platform/stored-files.ts';
import { withFolder } from '../../platform/uploads.ts';
import { deleteOld, imageByHash, putImage } from './queries.ts';

const KINDS: readonly PictureKind[] = ['jpeg', 'png', 'gif', 'webp'];
const SHOWN = { width: 1_280, height: 1_280, fit: 'inside', moving: 0.5 } as const;
const MOST_BYTES = 8 * 1024 * 1024;
/** How long a picture is kept, how many are, and how long one that could not be fetched is not asked for again. */
const KEPT_MS = 30 * 24 * 3_600_000;
const MOST_KEPT = 5_000;
const FAILED_MS = 10 * 60_000;
/** Pictures that this node fetches at the same time. */
const AT_ONCE = 32;
const PURGED_AT_ONCE = 500;

/** What is being fetched on this node: whoever asks for the same waits for the same. */
const fetchesOf = onePerSite(() => new Map<string, Promise<string | null>>());

const signatureOf = (site: Site, url: string): string =>
  createHmac('sha256', site.config.sessionSecret)
    .update(`outside image ${url}`)
    .digest('base64url')
    .slice(0, 22);

/**
 * Where a browser fetches a picture of another site from: this site, so that the other one learns nothing of who reads.
 * Signed, since nobody is to have the site fetch what they like; the same for every reader.
 * @param url of the picture, http or https
 */
export const imageSource = (site: Site, url: string): string =>
  `/media/outside?${new URLSearchParams({ url, signature: signatureOf(site, url) })}`;

/**
 * The file of another site's picture: fetched, judged by its bytes and drawn anew when it is first asked for, then kept.
 * @throws AppError notFound for an address that was not signed, or that leads to no picture of at most 8 MB; tooOften,
 * unavailable when too much is being fetched.
 */
export async function readImage(
  db: Db,
  site: Site,
  { url, signature, viewerId }: { url: string; signature: string; viewerId: number },
): Promise<SentFile> {
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(site, url))];
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw new AppError('notFound');
  const hash = createHash('sha256').update(url).digest('hex');
  const found = await imageByHash(db, hash);
  const age = site.clock.now().getTime() - (found?.fetched_at.getTime() ?? 0);
  const isKept = found && (found.file_key === null ? age < FAILED_MS : age < KEPT_MS);
  const key = isKept ? found.file_key : await fetchOnce(db, site, { url, hash, viewerId });
  if (key === null) throw new AppError('notFound');
  return { key, type: 'image/webp', name: 'picture.webp', keptMs: KEPT_MS };
}

type Wanted = { url: string; hash: string; viewerId: number };

async function fetchOnce(db: Db, site: Site, wanted: Wanted): Promise<string | null> {
  const fetches = fetchesOf(site);
  const others = fetches.get(wanted.hash);
  if (others) return others;
  await site.limits.consume('outsideImage', wanted.viewerId);
  if (fetches.size >= AT_ONCE) throw new AppError('unavailable', undefined, { retryAfter: 10 });
  const own = fetches.get(wanted.hash) ?? fetchImage(db, site, wanted);
  fetches.set(wanted.hash, own);
  return own.finally(() => fetches.delete(wanted.hash));
}

async function fetchImage(db: Db, site: Site, { url, hash, viewerId }: Wanted): Promise<string | null> {
  return withFolder(site.config.dataDir, async (folder) => {
    const path = join(folder, 'picture');
    const at = site.clock.now();
    try {
      await download(url, { path, most: MOST_BYTES, reach: site.reach });
      const [drawn] = await renderImage(path, [SHOWN], {
        kinds: KINDS,
        userId: viewerId,
        isWanted: () => true,
      });
      if (!drawn) return null;
      const key = `outside/${randomUUID()}.webp`;
      await keepFiles(db, site, [{ key, from: drawn.path }], async (tx) => {
        await dropFiles(tx, site, await putImage(tx, { hash, key, at }));
      });
      return key;
    } catch (error) {
      if (error instanceof AppError && error.code === 'unavailable') throw error;
      site.log.info({ err: error }, 'picture of another site was not fetched');
      await transaction(db, async (tx) => {
        await dropFiles(tx, site, await putImage(tx, { hash, key: null, at }));
      });
      return null;
    }
  });
}

/** Deletes pictures that are older than 30 days, and the oldest where there are more than 5,000. */
export async function purgeImages(db: Db, site: Site): Promise<void> {
  const before = new Date(site.clock.now().getTime() - KEPT_MS);
  for (let gone = PURGED_AT_ONCE; gone === PURGED_AT_ONCE; )
    gone = await transaction(db, async (tx) => {
      const rows = await deleteOld(tx, { before, most: MOST_KEPT, limit: PURGED_AT_ONCE });
      await dropFiles(
        tx,
        site,
        rows.flatMap(({ file_key }) => file_key ?? []),
      );
      return rows.length;
    });
}
