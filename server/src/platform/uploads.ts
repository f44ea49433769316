import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';

export type Upload = { path: string; fields: Record<string, string> };

/** No upload takes so long. */
const OLD_MS = 3_600_000;
/** Whose a temporary file is: nodes may share the folder. */
const ownerOf = (pid: number | string) => `${hostname()}~${pid}~`;
const MINE = ownerOf(process.pid);
const folderOf = (dataDir: string): string => path.join(dataDir, 'uploads');

/** Removes what servers that were killed have left: those of this machine that run no more, or any after an hour. */
export async function clearUploads(dataDir: string): Promise<void> {
  const names = await readdir(folderOf(dataDir)).catch(() => []);
  for (const name of names) {
    const file = path.join(folderOf(dataDir), name);
    const pid = name.split('~').at(-2) ?? '';
    const isOfNobody = name.startsWith(ownerOf(pid)) && (name.startsWith(MINE) || !isRunning(Number(pid)));
    const found = await stat(file).catch(() => null);
    if (isOfNobody || (found && Date.now() - found.mtimeMs > OLD_MS)) await rm(file, { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Streams the one file of a multipart request to a temporary path, hands it to `use`, and deletes it however that ends.
 * @param field the file's field name; any other file is refused
 * @throws AppError mediaType for what is not multipart, invalid without the file, tooLarge beyond 25 MB.
 */
export async function withUpload<T>(
  request: FastifyRequest,
  { dataDir, field }: { dataDir: string; field: string },
  use: (upload: Upload) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new AppError('mediaType');
  const folder = folderOf(dataDir);
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${MINE}${randomUUID()}`);
  const fields: Record<string, string> = {};
  let found = false;
  try {
    for await (const part of request.parts({
      limits: { fileSize: LIMITS.upload.bytes, files: 1, fields: 8, fieldSize: 4_096, parts: 9 },
    })) {
      if (part.type === 'field') {
        fields[part.fieldname] = String(part.value);
        continue;
      }
      if (part.fieldname !== field)
        throw new AppError('invalid', undefined, { errors: { [field]: 'Required' } });
      await pipeline(part.file, createWriteStream(file, { mode: 0o600 }));
      if (part.file.truncated) throw new AppError('tooLarge', 'File too large. Max 25MB allowed.');
      found = true;
    }
    if (!found) throw new AppError('invalid', undefined, { errors: { [field]: 'Required' } });
    return await use({ path: file, fields });
  } finally {
    await rm(file, { force: true });
  }
}
