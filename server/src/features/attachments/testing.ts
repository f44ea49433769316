import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import path from 'node:path';
import type { Attachment, attachments } from '@rivalhold/shared/contract/attachments.ts';
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import { sql, transaction } from '../../platform/db/db.ts';
import type { TestApp, TestPlayer } from '../../testing/app.ts';
import type { CasesOf, Owners } from '../../testing/cases.ts';
import { createPng } from '../../testing/images.ts';
import { queryValue } from '../../testing/queries.ts';
import { sendDirectMessage as sendMessage } from '../dms/testing.ts';
import {
  ATTACHMENTS_OF_MESSAGE,
  type AttachmentRow,
  claimAttachments,
  presentAttachments,
} from './service.ts';

/** Upload a file for a message. The options can also produce an invalid form, such as a form with two files. */
export const upload = (
  player: TestPlayer,
  bytes: Uint8Array,
  {
    field = 'file',
    name = 'holiday.png',
    fields = {},
    times = 1,
  }: { field?: string; name?: string; fields?: Record<string, string>; times?: number } = {},
) =>
  player.call('POST /api/dm-attachments', {
    form: [...Object.entries(fields), ...Array.from({ length: times }, () => [field, bytes, name] as const)],
  });

/**
 * List all files in the folders for uploads and for stored files. An upload folder can disappear during the listing,
 * which `globSync` tolerates.
 */
export const listFiles = ({ site }: TestApp): string[] =>
  globSync('{uploads,files}/**', { cwd: site.config.dataDir, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(site.config.dataDir, path.join(entry.parentPath, entry.name)));

/** Attach uploads to a message id, without storing a message. */
export async function send(
  app: TestApp,
  from: TestPlayer,
  to: TestPlayer,
  { ids, messageId }: { ids: readonly number[]; messageId: number },
): Promise<void> {
  await transaction(app.site.db, (tx) =>
    claimAttachments(tx, app.site, { ids, ownerId: from.id, receiverId: to.id, messageId }),
  );
}

/** Return the attachments of a message as the sender and the receiver see them now. */
export async function attachmentsOf({ site }: TestApp, messageId: number): Promise<Attachment[]> {
  const attachments = await queryValue<AttachmentRow[]>(
    site.db,
    sql`select ${ATTACHMENTS_OF_MESSAGE} as attachments from (select ${messageId}::bigint as id) m`,
  );
  return presentAttachments(attachments, site.clock.now());
}

type VideoOptions = {
  container: 'mp4' | 'webm' | 'mov';
  seconds?: number;
  /** Size of each frame in bytes. There are ten frames per second, unless `stretch` is set. */
  frameBytes?: number;
  rotation?: 0 | 90 | 180 | 270;
  sound?: boolean;
  /** Write the header after the media data, as phones do. */
  headerLast?: boolean;
  location?: string;
  /** Factor by which the duration of every frame is multiplied. */
  stretch?: number;
};
export const VIDEO_SIZE = { width: 320, height: 240 } as const;

/** H.264 decoder configuration for 320 by 240: profile and level, one SPS, one PPS. */
const AVC_DECODER_CONFIG = Buffer.from('0142c01effe1000a6742c01eda0507e840000001000468ce3c80', 'hex');
const FRAME_RATE = 10;

/** Create a structurally valid video. Its frames have valid headers and filler content. */
export async function createVideo({
  container,
  seconds = 2,
  frameBytes = 400,
  rotation = 0,
  sound = false,
  headerLast = false,
  location,
  stretch = 1,
}: VideoOptions): Promise<Buffer> {
  const fastStart = headerLast ? false : ('in-memory' as const);
  const formats = {
    mp4: () => new Mp4OutputFormat({ fastStart }),
    mov: () => new MovOutputFormat({ fastStart }),
    webm: () => new WebMOutputFormat(),
  };
  const output = new Output({ format: formats[container](), target: new BufferTarget() });
  if (location) output.setMetadataTags({ comment: location, raw: { '©xyz': location } });
  const isWebm = container === 'webm';
  const pictures = new EncodedVideoPacketSource(isWebm ? 'vp8' : 'avc');
  output.addVideoTrack(pictures, { rotation: isWebm ? 0 : rotation });
  const tones = new EncodedAudioPacketSource('opus');
  if (sound) output.addAudioTrack(tones);
  await output.start();
  const decoderConfig = {
    codec: isWebm ? 'vp8' : 'avc1.42c01e',
    codedWidth: VIDEO_SIZE.width,
    codedHeight: VIDEO_SIZE.height,
    ...(!isWebm && { description: AVC_DECODER_CONFIG }),
  };
  for (let frame = 0; frame < seconds * FRAME_RATE; frame++) {
    const lasts = stretch / FRAME_RATE;
    const at = frame * lasts;
    const isKey = frame % FRAME_RATE === 0;
    const bytes = isWebm ? vp8Frame(isKey, frameBytes) : avcFrame(isKey, frameBytes);
    const packet = new EncodedPacket(bytes, isKey ? 'key' : 'delta', at, lasts);
    await pictures.add(packet, { decoderConfig });
    if (sound)
      await tones.add(new EncodedPacket(Buffer.alloc(40, frame), 'key', at, lasts), {
        decoderConfig: { codec: 'opus', numberOfChannels: 2, sampleRate: 48_000 },
      });
  }
  await output.finalize();
  return Buffer.from((output.target as BufferTarget).buffer as ArrayBuffer);
}

/** Create an MP4 file with sound and without video, like an M4A file. */
export async function createSound(): Promise<Buffer> {
  const output = new Output({ format: new Mp4OutputFormat(), target: new BufferTarget() });
  const tones = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(tones);
  await output.start();
  for (let at = 0; at < 2; at++)
    await tones.add(new EncodedPacket(Buffer.alloc(40, at), 'key', at, 1), {
      decoderConfig: { codec: 'opus', numberOfChannels: 2, sampleRate: 48_000 },
    });
  await output.finalize();
  return Buffer.from(output.target.buffer as ArrayBuffer);
}

/** Return deterministic filler bytes. */
function fillerBytes(length: number, seed: string): Buffer {
  const block = createHash('sha512').update(seed).digest();
  return Buffer.alloc(length, block);
}

function vp8Frame(isKey: boolean, length: number): Buffer {
  const frame = fillerBytes(length, 'vp8');
  if (isKey) {
    frame.set([0x10, 0, 0, 0x9d, 0x01, 0x2a]);
    frame.writeUInt16LE(VIDEO_SIZE.width, 6);
    frame.writeUInt16LE(VIDEO_SIZE.height, 8);
  } else frame[0] = 0x11;
  return frame;
}

/**
 * Return one H.264 slice, preceded by its length. No byte of the filler is 0, so the filler contains no start code,
 * which would begin another slice.
 */
function avcFrame(isKey: boolean, length: number): Buffer {
  const frame = fillerBytes(length, 'avc').map((byte) => byte | 1) as Buffer;
  frame.writeUInt32BE(length - 4, 0);
  frame[4] = isKey ? 0x65 : 0x41;
  return frame;
}

const VIDEO_URL = 'https://youtu.be/dQw4w9WgXcQ';

/** Send an image to the other player, and return its path. */
async function sendToOther({ owner, otherPlayer }: Owners): Promise<string> {
  const { id } = (await upload(owner, await createPng(80, 48))).body.attachment;
  await sendMessage(await owner.socket(), owner, otherPlayer, 'Look', { attachmentIds: [id] });
  return `/media/attachments/${id}`;
}

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof attachments> = {
  routes: {
    'POST /api/dm-attachments': {},
    'POST /api/dm-attachments/youtube': { call: () => ({ body: { url: VIDEO_URL } }) },
    'DELETE /api/dm-attachments/{id}': {
      call: () => ({ params: { id: 1 } }),
      acrossBlock: 'only their owner can delete unsent attachments',
      owner: {
        others: 404,
        make: async ({ owner }) => {
          const { body } = await owner.call('POST /api/dm-attachments/youtube', { body: { url: VIDEO_URL } });
          return { params: { id: body.attachment.id } };
        },
      },
    },
  },
  files: {
    '/media/attachments/{id}, sent to another player': { seenBy: ['owner'], path: sendToOther },
    '/media/attachments/{id}/thumb, sent to another player': {
      seenBy: ['owner'],
      path: async (owners) => `${await sendToOther(owners)}/thumb`,
    },
  },
};
