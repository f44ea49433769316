import Type, { type Static } from 'typebox';
import { type Contract, closedObject, Id, idParams, Message, Nullable, Time } from './schema.ts';

/** Something that goes with a message. */
export const Attachment = Type.Object({
  id: Id,
  kind: Type.Enum(['image', 'gif', 'video', 'youtube']),
  /** Where its bytes are: a path of the site that only the two players may fetch, or the address of a provider. */
  url: Type.String(),
  thumbUrl: Nullable(Type.String()),
  mime: Nullable(Type.String()),
  /** `giphy` or `youtube` for what lies elsewhere. */
  provider: Nullable(Type.String()),
  /** The provider's own id: of a YouTube video, 11 characters. */
  providerId: Nullable(Type.String()),
  durationMs: Nullable(Type.Integer()),
  width: Nullable(Type.Integer()),
  height: Nullable(Type.Integer()),
  temporary: Type.Boolean(),
  /** When a temporary medium that was sent is deleted. */
  expiresAt: Nullable(Time),
  /** It was temporary and is gone. */
  expired: Type.Boolean(),
});
export type Attachment = Static<typeof Attachment>;

/** What a GIF picker gives. */
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
      reply: Type.Object({ attachment: Attachment }),
      summary:
        'Uploads a picture or a video for a message; the field `temporary` makes it go 24 h after sending.',
    },
    'POST /api/dm-attachments/youtube': {
      access: 'player',
      status: 201,
      idempotent: true,
      body: Type.Object({ url: Type.String({ maxLength: 500 }) }, closedObject),
      reply: Type.Object({ attachment: Attachment }),
      summary: 'Makes an attachment of a YouTube address.',
    },
    'DELETE /api/dm-attachments/{id}': {
      access: 'player',
      params: idParams('id'),
      reply: Message,
      summary: 'Discards an upload that was not sent.',
    },
  },
} as const satisfies Contract;
