import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Db } from '../../platform/db/db.ts';
import type { Files } from '../../platform/files/storage.ts';
import type { Taken, TakenFile } from '../../platform/personal-data/export-rows.ts';
import type { Site } from '../../platform/site.ts';
import { exportOf as accounts } from '../accounts/service.ts';
import { exportOf as activity } from '../activity/service.ts';
import { filesOf as attachmentFiles } from '../attachments/service.ts';
import { exportOf as blocks } from '../blocks/service.ts';
import { exportOf as lobby } from '../chat/service.ts';
import { exportOf as checkout } from '../checkout/service.ts';
import { filesOf as clipFiles, exportOf as clips } from '../clips/service.ts';
import { exportOf as combat } from '../combat/service.ts';
import { exportOf as comments } from '../comments/service.ts';
import { exportOf as dms } from '../dms/service.ts';
import { exportOf as feed } from '../feed/service.ts';
import { exportOf as forum } from '../forum/service.ts';
import { exportOf as friends } from '../friends/service.ts';
import { exportOf as game } from '../game/service.ts';
import { exportOf as inventory } from '../inventory/service.ts';
import { exportOf as ledger } from '../ledger/service.ts';
import { exportOf as notifications } from '../notifications/service.ts';
import { filesOf as photoFiles, exportOf as photos } from '../photos/service.ts';
import { filesOf as avatarFile, exportOf as profiles } from '../profiles/service.ts';
import { exportOf as push } from '../push/service.ts';
import { exportOf as quests } from '../quests/service.ts';
import { exportOf as reports } from '../reports/service.ts';

const PARTS: readonly ((db: Db, userId: number) => Taken)[] = [
  accounts,
  profiles,
  game,
  inventory,
  friends,
  blocks,
  feed,
  comments,
  photos,
  clips,
  dms,
  forum,
  lobby,
  activity,
  combat,
  ledger,
  quests,
  checkout,
  notifications,
  push,
  reports,
];
const FILES: readonly ((db: Db, userId: number) => AsyncIterable<TakenFile>)[] = [
  avatarFile,
  photoFiles,
  clipFiles,
  attachmentFiles,
];

/** Pictures and videos are as small as they get. */
const AS_IT_IS = { compress: false };

/**
 * Writes all of a player's own data to a zip: a JSON file for each kind of thing, and their files. What is read is
 * written at once, so that it takes no more memory for a player who has much of it.
 * @param beat is called again and again while it goes on
 */
export async function packAll(
  site: Site,
  { userId, path, beat }: { userId: number; path: string; beat: () => Promise<void> },
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
      beat()
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

  for (const part of PARTS)
    for (const [name, things] of Object.entries(part(site.db, userId)))
      add(`${name}.json`, async () => Readable.from(asJson(things, beat)));
  try {
    for (const filesOf of FILES)
      for await (const { name, key } of filesOf(site.db, userId))
        add(name, () => openFile(site.files, key), AS_IT_IS);
  } catch (error) {
    output.destroy();
    throw error;
  }
  zip.end();
  await written;
}

/** Deleted since it was listed: an empty file then stands for it. */
const openFile = async (files: Files, key: string): Promise<Readable> =>
  (await files.exists(key)) ? files.getStream(key) : Readable.from([]);

const CHUNK = 64 * 1024;

/** A JSON array of things, one a line, in pieces of some size. */
async function* asJson(things: AsyncIterable<object>, beat: () => Promise<void>): AsyncGenerator<string> {
  let text = '[';
  let separator = '\n';
  for await (const thing of things) {
    text += separator + JSON.stringify(thing);
    separator = ',\n';
    if (text.length < CHUNK) continue;
    yield text;
    text = '';
    await beat();
  }
  yield `${text}\n]\n`;
}
