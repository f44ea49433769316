import { text } from 'node:stream/consumers';
import { fromBufferPromise, type ZipFile } from 'yauzl';

/** Every entry of an archive by its name, a character for each byte; a reader that checks lengths and sums opens it. */
export async function unpack(bytes: Buffer): Promise<Map<string, string>> {
  const zip: ZipFile = await fromBufferPromise(bytes, { lazyEntries: true });
  const entries = new Map<string, string>();
  for await (const entry of zip.eachEntry())
    entries.set(entry.fileName, await text((await zip.openReadStreamPromise(entry)).setEncoding('latin1')));
  return entries;
}
