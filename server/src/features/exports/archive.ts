import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { FileStorage } from '../../platform/files/storage.ts';
import type { Site } from '../../platform/site.ts';

/** Pictures and videos are as small as they get. */
const STORE_UNCOMPRESSED = { compress: false };

/**
 * Writes all of a player's own data to a zip: a JSON file for each kind of thing, and their files. What is read is
 * written at once, so that it takes no more memory for a player who has much of it.
 * @param beat is called again and again while it goes on
 */
export async function writeArchive(
  site: Site,
  { userId, path, beat: heartbeat }: { userId: number; path: string; beat: () => Promise<void> },
): Promise<void> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  // Listened to from the beginning: the archive reads its first entries before the last are named.
  const written = pipeline(output, createWriteStream(path, { mode: 0o600 }));
  written.catch(() => {});
  // What goes wrong with an entry is said by the archive; its output would wait for ever.
  zip.on('error', (error) => output.destroy(error as Error));
  const add = (name: string, open: () => Promise<Readable>, options = {}) =>
    zip.addReadStreamLazy(name, options, (give) => {
      heartbeat()
        .then(open)
        .then(
          (stream) =>
            give(
              null,
              stream.on('error', (error) => zip.emit('error', error)),
            ),
          (error) => give(error, Readable.from([])),
        );
    });

  for (const { personalData } of site.features)
    for (const [name, things] of Object.entries(personalData?.sections?.(site.db, userId) ?? {}))
      add(`${name}.json`, async () => Readable.from(toJsonChunks(things, heartbeat)));
  try {
    for (const { personalData } of site.features)
      for await (const { name, key } of personalData?.files?.(site.db, userId) ?? [])
        add(name, () => openFile(site.files, key), STORE_UNCOMPRESSED);
  } catch (error) {
    output.destroy();
    throw error;
  }
  zip.end();
  await written;
}

/** Deleted since it was listed: an empty file then stands for it. */
const openFile = async (files: FileStorage, key: string): Promise<Readable> =>
  (await files.exists(key)) ? files.getStream(key) : Readable.from([]);

const CHUNK_LENGTH = 64 * 1024;

/** A JSON array of things, one a line, in pieces of some size. */
async function* toJsonChunks(
  things: AsyncIterable<object>,
  beat: () => Promise<void>,
): AsyncGenerator<string> {
  let text = '[';
  let separator = '\n';
  for await (const thing of things) {
    text += separator + JSON.stringify(thing);
    separator = ',\n';
    if (text.length < CHUNK_LENGTH) continue;
    yield text;
    text = '';
    await beat();
  }
  yield `${text}\n]\n`;
}
