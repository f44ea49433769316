import Type from 'typebox';
import { LIMITS } from '../limits.ts';
import { Photo } from './profiles.ts';
import { idParams, Nullable, type Routes } from './schema.ts';

export const photos = {
  'GET /api/photos/user/{userId}': {
    access: 'player',
    params: idParams('userId'),
    query: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: LIMITS.profilePhotos })),
      cursor: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    reply: Type.Object({ photos: Type.Array(Photo), nextCursor: Nullable(Type.String()) }),
    summary: "A player's photos, newest first.",
  },
  'POST /api/upload/avatar': {
    access: 'player',
    status: 201,
    upload: 'avatar',
    reply: Type.Object({ avatarUrl: Type.String() }),
    summary: "Sets one's avatar from a picture.",
  },
} as const satisfies Routes;
