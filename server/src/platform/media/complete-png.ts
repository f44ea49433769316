import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, crc32, createDeflate, createInflate } from 'node:zlib';

const SIGNATURE_BYTES = 8;
/** A PNG chunk begins with its length and type, and ends with a checksum. */
const HEAD_BYTES = 8;
const CHECKSUM_BYTES = 4;
/** Number of samples per pixel, by color type. */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const BLANK = Buffer.alloc(65_536);

/**
 * Write a complete copy of a truncated PNG. The missing pixels become black, transparent or the first color of the
 * palette.
 * @throws Error if the PNG is interlaced or contains less than half of its pixels.
 */
export async function completePng(file: string, to: string): Promise<void> {
  const bytes = await readFile(file);
  const [before, data] = readChunks(bytes);
  const size = sizeOfPixels(bytes);
  await pipeline(
    Readable.from(data),
    createInflate({ finishFlush: constants.Z_SYNC_FLUSH }),
    (pixels: AsyncIterable<Buffer>) => fill(pixels, size),
    createDeflate({ level: 1 }),
    (packed: AsyncIterable<Buffer>) => toPng(before, packed),
    createWriteStream(to),
  );
}

/**
 * Return all bytes before the first IDAT chunk, and the contents of the IDAT chunks, which are the compressed pixels.
 */
function readChunks(bytes: Buffer): [before: Buffer, data: Buffer[]] {
  const data: Buffer[] = [];
  let position = SIGNATURE_BYTES;
  let start = position;
  while (position + HEAD_BYTES < bytes.length) {
    const content = position + HEAD_BYTES;
    const end = content + bytes.readUInt32BE(position);
    const isData = bytes.toString('latin1', position + 4, content) === 'IDAT';
    if (isData) data.push(bytes.subarray(content, end));
    else if (data.length > 0) break;
    position = end + CHECKSUM_BYTES;
    if (!isData) start = position;
  }
  return [bytes.subarray(0, start), data];
}

/**
 * Return the number of bytes of all decompressed rows, including the filter byte of each row.
 * @throws Error if the image is interlaced or has an unknown color type
 */
function sizeOfPixels(bytes: Buffer): number {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const [depth = 0, color = 0, , , interlace] = bytes.subarray(24, 29);
  const samples = SAMPLES[color];
  if (!samples || interlace !== 0) throw new Error('rows cannot be completed');
  return height * (1 + Math.ceil((width * samples * depth) / 8));
}

async function* fill(pixels: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let left = size;
  for await (const piece of pixels) {
    yield piece.subarray(0, left);
    left = Math.max(0, left - piece.length);
    if (left === 0) return;
  }
  if (left > size / 2) throw new Error('less than half of the pixels are there');
  for (; left > 0; left -= Math.min(left, BLANK.length)) yield BLANK.subarray(0, left);
}

async function* toPng(before: Buffer, packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield before;
  for await (const piece of packed) yield toChunk('IDAT', piece);
  yield toChunk('IEND', Buffer.alloc(0));
}

function toChunk(type: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(HEAD_BYTES + content.length + CHECKSUM_BYTES);
  chunk.writeUInt32BE(content.length);
  chunk.write(type, 4, 'latin1');
  content.copy(chunk, HEAD_BYTES);
  const sum = crc32(chunk.subarray(4, HEAD_BYTES + content.length));
  chunk.writeUInt32BE(sum, HEAD_BYTES + content.length);
  return chunk;
}
