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
import type { Site } from '../site.ts';
import type { Uploader } from './decoder.ts';
import { withUploadSlot } from './upload-slots.ts';

type ReceivedFiles = {
  /** Path of the file in a temporary folder, which is deleted after use. */
  path: string;
  /** Path of the optional preview file. Null if there is none. */
  previewPath: string | null;
  fields: Record<string, string>;
};
export type Upload = ReceivedFiles & Uploader;

/** Age in ms at which the temporary files of an upload are deleted. Uploads take much less time. */
const STALE_UPLOAD_MS = 3_600_000;
/**
 * Return the name prefix of the temporary folders of a process. It includes the host name, because several nodes can
 * share a `DATA_DIR`.
 */
const ownerProcessOf = (pid: number | string) => `${hostname()}~${pid}~`;
const OWN_PREFIX = ownerProcessOf(process.pid);
const folderOf = (dataDir: string): string => join(dataDir, 'uploads');

/**
 * Delete the uploads that killed servers have left behind. These are the uploads of processes on this machine that no
 * longer run, and all uploads older than an hour. Call this only at startup: uploads with this process's id are
 * deleted, too, because an earlier process can have had the same id.
 */
export async function deleteStaleUploads(dataDir: string): Promise<void> {
  const names = await readdir(folderOf(dataDir)).catch(() => []);
  for (const name of names) {
    const file = join(folderOf(dataDir), name);
    const pid = name.split('~').at(-2) ?? '';
    const isLeftover =
      name.startsWith(ownerProcessOf(pid)) && (name.startsWith(OWN_PREFIX) || !isRunning(Number(pid)));
    const found = await stat(file).catch(() => null);
    if (isLeftover || (found && Date.now() - found.mtimeMs > STALE_UPLOAD_MS))
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

/** Maximum size of a form without its files. */
const FORM_OVERHEAD_BYTES = 64 * 1024;
/** Error codes that mean that the client disconnected during the upload. */
const CLIENT_ABORTED = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'ABORT_ERR']);

type UploadRules = {
  /** Form field that contains the file. A file in any other field is rejected, except the preview. */
  field: string;
  /** Names of the other allowed fields. */
  others: readonly string[];
  /** The error message for a file that is too large. */
  tooLarge: string;
  /** An optional preview file: its form field, its maximum size, and the error message if it is larger. */
  preview?: { field: string; bytes: number; tooLarge: string };
};
/**
 * Write the file of a multipart request, and an optional preview, to temporary files, and pass them to `use`. The
 * temporary files are always deleted.
 * @throws AppError `tooOften` and `unavailable` like `withUploadSlot`
 * @throws AppError `mediaType` if the request is not multipart
 * @throws AppError `tooLarge` if the file is larger than 25 MB, or if the preview exceeds its limit
 * @throws AppError `invalid` if the file is missing, there are several files or the form is malformed
 */
export async function withUpload<T>(
  site: Site,
  request: FastifyRequest,
  { userId, ...wanted }: UploadRules & { userId: number },
  use: (upload: Upload) => Promise<T>,
): Promise<T> {
  return withUploadSlot(site, request, userId, ({ markComplete, ...uploader }) =>
    receiveThen(site.config.dataDir, request, wanted, (received) => {
      markComplete();
      return use({ ...received, ...uploader });
    }),
  );
}

async function receiveThen<T>(
  dataDir: string,
  request: FastifyRequest,
  wanted: UploadRules,
  use: (received: ReceivedFiles) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new AppError('mediaType');
  const most = LIMITS.upload.bytes + (wanted.preview?.bytes ?? 0) + FORM_OVERHEAD_BYTES;
  if (Number(request.headers['content-length']) > most) throw new AppError('tooLarge', wanted.tooLarge);
  return withUploadFolder(dataDir, async (folder) => {
    const { digest, ...received } = await receive(request, { folder, ...wanted }).catch(toUploadError);
    digests.set(request, digest);
    return use(received);
  });
}

/** Run `use` with a temporary folder for uploads, and always delete the folder afterwards. */
export async function withUploadFolder<T>(dataDir: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(folderOf(dataDir), `${OWN_PREFIX}${randomUUID()}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Digests of forms that have been received completely, by request. */
const digests = new WeakMap<FastifyRequest, string>();
const digestOf = (fields: Record<string, string>, files: Map<string, Hash>): string => {
  const sums = [...files].map(([field, hash]) => [field, hash.digest('hex')]);
  return createHash('sha256')
    .update(JSON.stringify([Object.entries(fields).sort(), sums.sort()]))
    .digest('hex');
};

/**
 * Return a digest of the fields and files of an upload form. If the form has not been received yet, read it
 * without storing it. Such a read counts as an upload.
 * @throws AppError `tooOften` and `unavailable` like `withUploadSlot`
 * @throws AppError `mediaType` if the request is not multipart
 * @throws AppError `tooLarge` if a file is too large
 * @throws AppError `invalid` if the form is malformed
 */
export async function uploadDigest(site: Site, request: FastifyRequest, userId: number): Promise<string> {
  return digests.get(request) ?? withUploadSlot(site, request, userId, () => readDigest(request));
}

async function readDigest(request: FastifyRequest): Promise<string> {
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

/**
 * Write the files of a form to `folder`. Return their paths, the other fields, and the digest of the form.
 */
async function receive(
  request: FastifyRequest,
  { folder, field, others, tooLarge, preview }: UploadRules & { folder: string },
): Promise<ReceivedFiles & { digest: string }> {
  const fields: Record<string, string> = {};
  const paths = new Map<string, string>();
  const hashes = new Map<string, Hash>();
  for await (const part of partsOf(request, preview ? 2 : 1)) {
    if (part.type === 'field') {
      const value = String(part.value);
      // As in JSON bodies, reject unknown fields. Also reject NUL characters, which the database cannot store.
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
    const hashed = (chunks: AsyncIterable<Buffer>) => hashAndCollect(chunks, hash);
    if (fieldname === field) {
      await pipeline(file, hashed, to);
      if (file.truncated) throw new AppError('tooLarge', tooLarge);
    } else if (fieldname === preview?.field) {
      await pipeline(file, hashed, limitBytes(preview.bytes), to);
      if (to.bytesWritten > preview.bytes)
        throw invalidFieldsError({ [fieldname]: preview.tooLarge }, 'tooLarge');
    } else throw missingFile(field);
  }
  const path = paths.get(field);
  if (path === undefined) throw missingFile(field);
  const optionalPath = (preview && paths.get(preview.field)) ?? null;
  return { path, previewPath: optionalPath, fields, digest: digestOf(fields, hashes) };
}

/** Number of received bytes after which the garbage collector runs. */
const GC_EVERY_BYTES = 4 * 2 ** 20;
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as (options: { type: 'minor' }) => void;
let receivedBytes = 0;

/**
 * Yield the chunks of an upload, and add them to `hash`. After every few megabytes, call the garbage
 * collector, which takes about a millisecond. Otherwise, network buffers would grow to a hundred megabytes
 * before they are freed.
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

/**
 * Yield chunks up to and including the chunk that exceeds the limit, so that the caller can detect the excess. Read and
 * discard all later chunks.
 */
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

/**
 * Throw AppError `invalid` for an error that a malformed form or a disconnected client has caused. Such an
 * error has an error code of the form parser or of a closed connection, or is a plain `Error` without a code.
 * Throw any other error unchanged.
 */
function toUploadError(error: unknown): never {
  if (error instanceof AppError) throw error;
  const { code, name } = error as { code?: string; name?: string };
  if (code === 'FST_FILES_LIMIT') throw tooManyFiles();
  const isOfForm =
    code === undefined ? name === 'Error' : code.startsWith('FST_') || CLIENT_ABORTED.has(code);
  if (isOfForm) throw new AppError('invalid');
  throw error;
}
