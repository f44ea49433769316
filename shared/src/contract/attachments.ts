import Type, { type Static } from 'typebox';
import {
  type Contract,
  closedObject,
  Id,
  idParams,
  Message,
  Nullable,
  Time,
  UploadNotice,
} from './schema.ts';

/** A message attachment. */
export const Attachment = Type.Object({
  id: Id,
  kind: Type.Enum(['image', 'gif', 'video', 'youtube']),
  /**
   * URL of the file: a path on this site that only the sender and the receiver can load, or a URL of the provider.
   * Empty if `expired` is true.
   */
  url: Type.String(),
  thumbUrl: Nullable(Type.String()),
  mime: Nullable(Type.String()),
  /** `giphy` or `youtube` for external media; otherwise null. */
  provider: Nullable(Type.String()),
  /** The provider's id for the media, for example the 11 characters of a YouTube video id. */
  providerId: Nullable(Type.String()),
  durationMs: Nullable(Type.Integer()),
  width: Nullable(Type.Integer()),
  height: Nullable(Type.Integer()),
  temporary: Type.Boolean(),
  /** Deletion time of a temporary attachment, set when the message is sent. */
  expiresAt: Nullable(Time),
  /** True if `expiresAt` has passed. */
  expired: Type.Boolean(),
});
export type Attachment = Static<typeof Attachment>;

/** A GIF chosen in the picker. */
export const GifChoice = Type.Object({
  url: Type.String({ maxLength: 500 }),
  id: Type.String({ maxLength: 100 }),
  width: Type.Integer({ minimum: 1, maximum: 10_000 }),
  height: Type.Integer({ minimum: 1, maximum: 10_000 }),
});
export type GifChoice = Static<typeof GifChoice>;

export const attachments = {
  routes: {
    'POST /api/dm-attachments': {
      access: 'player',
      status: 201,
      idempotent: true,
      upload: 'file',
      reply: Type.Object({ attachment: Attachment, notice: UploadNotice }),
      summary:
        'Uploads a picture or a video for a message. With the field `temporary`, the file is deleted 24 h after sending.',
    },
    'POST /api/dm-attachments/youtube': {
      access: 'player',
      status: 201,
      idempotent: true,
      body: Type.Object({ url: Type.String({ maxLength: 500 }) }, closedObject),
      reply: Type.Object({ attachment: Attachment }),
      summary: 'Creates an attachment from a YouTube URL.',
    },
    'DELETE /api/dm-attachments/{id}': {
      access: 'player',
      params: idParams('id'),
      reply: Message,
      summary: 'Discards an unsent upload.',
    },
  },
} as const satisfies Contract;
