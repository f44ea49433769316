import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { RETENTION } from '@rivalhold/shared/retention.ts';
import { ZipFile } from 'yazl';
import type { FileStorage } from '../../platform/files/storage.ts';
import { exportKeyOf } from '../../platform/personal-data/declaration.ts';
import type { Feature, Site } from '../../platform/site.ts';

/** Options for images and videos, which are already compressed. */
const STORE_UNCOMPRESSED = { compress: false };

/**
 * Write all of a player's own data to a zip file: a JSON file for each section, a list of all columns with personal
 * data (`columns.json`), and the player's files. Rows and files are streamed, so that memory use does not grow with the
 * amount of data.
 * @param beat is called repeatedly during the build
 */
export async function writeArchive(
  site: Site,
  { userId, path, beat: heartbeat }: { userId: number; path: string; beat: () => Promise<void> },
): Promise<void> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  // Start the pipeline first, so that entries are written while others are still being added.
  const written = pipeline(output, createWriteStream(path, { mode: 0o600 }));
  written.catch(() => {});
  // Only `zip` emits the errors of its entries. Without this handler, the output stream would never end.
  zip.on('error', (error) => output.destroy(error as Error));
  const add = (name: string, open: () => Promise<Readable>, options = {}) =>
    zip.addReadStreamLazy(name, options, (callback) => {
      heartbeat()
        .then(open)
        .then(
          (stream) =>
            callback(
              null,
              stream.on('error', (error) => zip.emit('error', error)),
            ),
          (error) => callback(error, Readable.from([])),
        );
    });

  add('columns.json', async () => Readable.from(toJsonChunks(listColumns(site.features), heartbeat)));
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

/**
 * Yield every column with personal data. Each entry says how long the data is stored, and either where the export
 * contains it (`section.key`) or why the export omits it.
 */
async function* listColumns(features: readonly Feature[]): AsyncGenerator<object> {
  for (const { personalData } of features)
    for (const [table, policy] of Object.entries(personalData?.tables ?? {})) {
      if ('notPersonal' in policy) continue;
      const { period: retentionPeriod } = RETENTION[policy.retention];
      for (const [column, ofColumn] of Object.entries(policy.columns)) {
        const [, inExport] = ofColumn;
        const exportedAs = exportKeyOf(policy.section, column, ofColumn);
        const reason =
          inExport === true
            ? null
            : 'omitted' in inExport
              ? inExport.omitted
              : 'secret' in inExport
                ? inExport.secret
                : null;
        yield { table, column, exportedAs, omittedBecause: reason, retentionPeriod };
      }
    }
}

/** Return the content of a file. If the file was deleted after it was listed, return an empty stream. */
const openFile = async (files: FileStorage, key: string): Promise<Readable> =>
  (await files.exists(key)) ? files.getStream(key) : Readable.from([]);

const CHUNK_LENGTH = 64 * 1024;

/** Yield a JSON array with one item per line, in chunks of about `CHUNK_LENGTH` characters. */
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
