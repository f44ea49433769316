import { createHash, type Hash, randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { FastifyRequest } from 'fastify';
import { AppError, invalidFieldsError } from '../errors.ts';
import { RATE_LIMITS } from '../security/rate-limits.ts';
import { perSite, type Site } from '../site.ts';

export type Upload = {
  /** In a folder of its own, which goes with all that is made in it. */
  path: string;
  /** Of the smaller file beside it; null where none came. */
  previewPath: string | null;
  /** Who uploads it. */
  userId: number;
  fields: Record<string, string>;
  /** Whether somebody still waits for the answer. */
  isStillWanted: () => boolean;
};

/** No upload takes so long. */
const STALE_UPLOAD_MS = 3_600_000;
/** Whose a temporary file is: nodes may share the folder. */
const ownerProcessOf = (pid: number | string) => `${hostname()}~${pid}~`;
const OWN_PREFIX = ownerProcessOf(process.pid);
const folderOf = (dataDir: string): string => join(dataDir, 'uploads');

/** Removes what servers that were killed have left: those of this machine that run no more, or any after an hour. */
export async function deleteStaleUploads(dataDir: string): Promise<void> {
  const names = await readdir(folderOf(dataDir)).catch(() => []);
  for (const name of names) {
    const file = join(folderOf(dataDir), name);
    const pid = name.split('~').at(-2) ?? '';
    const isOfNobody =
      name.startsWith(ownerProcessOf(pid)) && (name.startsWith(OWN_PREFIX) || !isRunning(Number(pid)));
    const found = await stat(file).catch(() => null);
    if (isOfNobody || (found && Date.now() - found.mtimeMs > STALE_UPLOAD_MS))
      await rm(file, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** What a form takes around its file. */
const FORM_OVERHEAD_BYTES = 64 * 1024;
/** How it shows that a sender has hung up. */
const CLIENT_ABORTED = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'ABORT_ERR']);

type UploadRules = {
  /** The file's field name; any other file is refused. */
  field: string;
  /** The other fields there may be. */
  others: readonly string[];
  /** The text for a file that is. */
  tooLarge: string;
  /** A smaller file that may come with it: at most so many bytes, and the text for one that is larger. */
  preview?: { field: string; bytes: number; tooLarge: string };
};
/** An upload that is under way: since when, and what its connection had been sent before. */
type IncomingUpload = {
  userId: number;
  raw: FastifyRequest['raw'];
  since: number;
  before: number;
  isComplete: boolean;
};
/** Those on this node. */
const incomingUploads = perSite(() => new Set<IncomingUpload>());
/** After so long it is known how quick a line is. */
const SPEED_SAMPLE_MS = 15_000;
/** Who is slower than that, in bytes a millisecond, gives way where there is no more room. */
const MIN_BYTES_PER_MS = 20;

/** Ends the slowest of those that are slow; answers whether there was one. */
function dropSlowestUpload(coming: Set<IncomingUpload>): boolean {
  const now = performance.now();
  const speeds = [...coming]
    .filter(({ isComplete, since }) => !isComplete && now - since > SPEED_SAMPLE_MS)
    .map((one) => ({ one, speed: (one.raw.socket.bytesRead - one.before) / (now - one.since) }))
    .sort((a, b) => a.speed - b.speed);
  const [slowest] = speeds;
  if (!slowest || slowest.speed > MIN_BYTES_PER_MS) return false;
  coming.delete(slowest.one);
  slowest.one.raw.destroy();
  return true;
}

/**
 * Streams the one file of a multipart request, and the smaller one that may come beside it, to temporary paths, hands
 * them to `use`, and deletes them however that ends. A player has one budget for all that they upload.
 * @throws AppError tooOften; mediaType for what is not multipart, tooLarge beyond 25 MB or what the smaller file may
 * have, invalid without the file, with several, or for a form that is none.
 */
export async function withUpload<T>(
  site: Site,
  request: FastifyRequest,
  { userId, ...wanted }: UploadRules & { userId: number },
  use: (upload: Upload) => Promise<T>,
): Promise<T> {
  await site.limits.consume(RATE_LIMITS.upload, userId);
  const { concurrent, concurrentUnderLoad, concurrentPerNode } = LIMITS.upload;
  const coming = incomingUploads(site);
  const own = [...coming].filter((one) => one.userId === userId).length;
  if (own >= (coming.size < concurrentPerNode / 2 ? concurrent : concurrentUnderLoad))
    throw new AppError('tooOften', undefined, { retryAfter: 10 });
  if (coming.size >= concurrentPerNode && !dropSlowestUpload(coming))
    throw new AppError('unavailable', undefined, { retryAfter: 10 });
  const { raw } = request;
  const mine = { userId, raw, since: performance.now(), before: raw.socket.bytesRead, isComplete: false };
  coming.add(mine);
  try {
    return await receiveThen(site.config.dataDir, request, wanted, (upload) => {
      mine.isComplete = true;
      return use({ ...upload, userId });
    });
  } finally {
    coming.delete(mine);
  }
}

async function receiveThen<T>(
  dataDir: string,
  request: FastifyRequest,
  wanted: UploadRules,
  use: (upload: Omit<Upload, 'userId'>) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new AppError('mediaType');
  const most = LIMITS.upload.bytes + (wanted.preview?.bytes ?? 0) + FORM_OVERHEAD_BYTES;
  if (Number(request.headers['content-length']) > most) throw new AppError('tooLarge', wanted.tooLarge);
  return withUploadFolder(dataDir, async (folder) => {
    const { digest, ...received } = await receive(request, { folder, ...wanted }).catch(toUploadError);
    digests.set(request, digest);
    return use({ ...received, isStillWanted: () => !request.raw.socket.destroyed });
  });
}

/** Gives `use` a folder for files that come in, and deletes it however that ends. */
export async function withUploadFolder<T>(dataDir: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(folderOf(dataDir), `${OWN_PREFIX}${randomUUID()}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The digests of forms that have come in whole. */
const digests = new WeakMap<FastifyRequest, string>();
const digestOf = (fields: Record<string, string>, files: Map<string, Hash>): string => {
  const sums = [...files].map(([field, hash]) => [field, hash.digest('hex')]);
  return createHash('sha256')
    .update(JSON.stringify([Object.entries(fields).sort(), sums.sort()]))
    .digest('hex');
};

/**
 * What the form of an upload holds as one digest, the same for the same fields and files. It is read to its end and kept
 * nowhere, unless it has come in already.
 * @throws AppError mediaType, tooLarge, invalid for a form that is none.
 */
export async function uploadDigest(request: FastifyRequest): Promise<string> {
  const known = digests.get(request);
  if (known !== undefined) return known;
  if (!request.isMultipart()) throw new AppError('mediaType');
  const fields: Record<string, string> = {};
  const files = new Map<string, Hash>();
  try {
    for await (const part of partsOf(request, 2)) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value);
      else {
        const hash = createHash('sha256');
        files.set(part.fieldname, hash);
        for await (const _ of hashAndCollect(part.file, hash));
        if (part.file.truncated) throw new AppError('tooLarge');
      }
    }
  } catch (error) {
    toUploadError(error);
  }
  return digestOf(fields, files);
}

const partsOf = (request: FastifyRequest, files: number) =>
  request.parts({
    limits: { fileSize: LIMITS.upload.bytes, files, fields: 8, fieldSize: 4_096, parts: 8 + files },
  });

/** Writes the files into `folder`; answers where they are, the other fields, and the digest of it all. */
async function receive(
  request: FastifyRequest,
  { folder, field, others, tooLarge, preview }: UploadRules & { folder: string },
): Promise<Pick<Upload, 'path' | 'previewPath' | 'fields'> & { digest: string }> {
  const fields: Record<string, string> = {};
  const paths = new Map<string, string>();
  const hashes = new Map<string, Hash>();
  for await (const part of partsOf(request, preview ? 2 : 1)) {
    if (part.type === 'field') {
      const value = String(part.value);
      // Like an unknown field of any body, and what the database cannot keep.
      if (!others.includes(part.fieldname)) throw invalidFieldsError({ [part.fieldname]: 'Unknown field' });
      if (value.includes('\0')) throw new AppError('invalid');
      fields[part.fieldname] = value;
      continue;
    }
    const { fieldname, file } = part;
    if (paths.has(fieldname)) throw tooManyFiles();
    const path = join(folder, fieldname === field ? 'file' : 'preview');
    paths.set(fieldname, path);
    const to = createWriteStream(path, { mode: 0o600 });
    const hash = createHash('sha256');
    hashes.set(fieldname, hash);
    const taken = (chunks: AsyncIterable<Buffer>) => hashAndCollect(chunks, hash);
    if (fieldname === field) {
      await pipeline(file, taken, to);
      if (file.truncated) throw new AppError('tooLarge', tooLarge);
    } else if (fieldname === preview?.field) {
      await pipeline(file, taken, limitBytes(preview.bytes), to);
      if (to.bytesWritten > preview.bytes)
        throw invalidFieldsError({ [fieldname]: preview.tooLarge }, 'tooLarge');
    } else throw missingFile(field);
  }
  const path = paths.get(field);
  if (path === undefined) throw missingFile(field);
  const besidePath = (preview && paths.get(preview.field)) ?? null;
  return { path, previewPath: besidePath, fields, digest: digestOf(fields, hashes) };
}

/** Asks for what came in to be collected every so often. */
const GC_EVERY_BYTES = 4 * 2 ** 20;
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as (options: { type: 'minor' }) => void;
let receivedBytes = 0;

/**
 * Passes an upload on, by its hash. The collector does not see how large what comes from the network is until a hundred megabytes
 * of it wait to be freed, so it is asked, which takes it a millisecond.
 */
async function* hashAndCollect(chunks: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    receivedBytes += chunk.length;
    if (receivedBytes > GC_EVERY_BYTES) {
      receivedBytes = 0;
      collectGarbage({ type: 'minor' });
    }
    yield chunk;
  }
}

/** Passes on what comes up to and with the chunk that goes beyond so many bytes. */
const limitBytes = (bytes: number) =>
  async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let passed = 0;
    for await (const chunk of chunks) {
      if (passed <= bytes) yield chunk;
      passed += chunk.length;
    }
  };

const tooManyFiles = () => new AppError('invalid', 'Send one file at a time.');
const missingFile = (field: string) =>
  new AppError('invalid', undefined, { errors: { [field]: 'Required' } });

/** Errors of the form, which come with a code of the parser or as errors of no kind, are its sender's. */
function toUploadError(error: unknown): never {
  if (error instanceof AppError) throw error;
  const { code, name } = error as { code?: string; name?: string };
  if (code === 'FST_FILES_LIMIT') throw tooManyFiles();
  const isOfForm =
    code === undefined ? name === 'Error' : code.startsWith('FST_') || CLIENT_ABORTED.has(code);
  if (isOfForm) throw new AppError('invalid');
  throw error;
}
