import Type from 'typebox';
import { LIMITS } from '../limits.ts';
import { Photo } from './profiles.ts';
import { type Contract, closedObject, cursorQuery, idParams, Nullable } from './schema.ts';

const Page = Type.Object({ photos: Type.Array(Photo), nextCursor: Nullable(Type.String()) });
const One = Type.Object({ photo: Photo });

export const photos = {
  routes: {
    'GET /api/photos': {
      access: 'player',
      query: Type.Object({
        owner: Type.Optional(Type.Literal('me')),
        ...cursorQuery(LIMITS.photos.page, LIMITS.photos.pageMax),
      }),
      reply: Page,
      summary: 'List your own photos, newest first.',
    },
    'GET /api/photos/user/{userId}': {
      access: 'player',
      params: idParams('userId'),
      query: Type.Object(cursorQuery(LIMITS.photos.page, LIMITS.photos.pageMax)),
      reply: Page,
      summary: 'List a player’s photos, newest first.',
    },
    'POST /api/photos': {
      access: 'player',
      status: 201,
      idempotent: true,
      upload: 'photo',
      reply: One,
      summary: 'Add a picture to your gallery, described by the field `caption`.',
    },
    'PATCH /api/photos/{id}': {
      access: 'player',
      requiresUnmuted: true,
      params: idParams('id'),
      body: Type.Object({ caption: Nullable(Type.String({ maxLength: 2_000 })) }, closedObject),
      reply: One,
      summary: 'Change the caption of your own photo.',
    },
    'DELETE /api/photos/{id}': {
      access: 'player',
      params: idParams('id'),
      reply: Type.Object({ deleted: Type.Literal('photo') }),
      summary: 'Delete your own photo, or any photo as a moderator or admin.',
    },
    'PATCH /api/photos/{id}/avatar': {
      access: 'player',
      params: idParams('id'),
      reply: Type.Object({ avatarUrl: Type.String() }),
      summary: 'Make your own photo your avatar.',
    },
    'POST /api/photos/{id}/like': {
      access: 'player',
      params: idParams('id'),
      reply: Type.Object({ liked: Type.Boolean(), likes: Type.Integer() }),
      summary: 'Like or unlike a photo, and return the new state.',
    },
    'POST /api/upload/avatar': {
      access: 'player',
      status: 201,
      idempotent: true,
      upload: 'avatar',
      reply: Type.Object({ avatarUrl: Type.String() }),
      summary: 'Set your avatar from a picture.',
    },
  },
} as const satisfies Contract;
