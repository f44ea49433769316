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
      summary: "One's own photos, newest first.",
    },
    'GET /api/photos/user/{userId}': {
      access: 'player',
      params: idParams('userId'),
      query: Type.Object(cursorQuery(LIMITS.photos.page, LIMITS.photos.pageMax)),
      reply: Page,
      summary: "A player's photos, newest first.",
    },
    'POST /api/photos': {
      access: 'player',
      status: 201,
      idempotent: true,
      upload: 'photo',
      reply: One,
      summary: "Adds a picture to one's gallery; the field `caption` says what it is.",
    },
    'PATCH /api/photos/{id}': {
      access: 'player',
      requiresUnmuted: true,
      params: idParams('id'),
      body: Type.Object({ caption: Nullable(Type.String({ maxLength: 2_000 })) }, closedObject),
      reply: One,
      summary: 'Changes the caption of an own photo.',
    },
    'DELETE /api/photos/{id}': {
      access: 'player',
      params: idParams('id'),
      reply: Type.Object({ deleted: Type.Literal('photo') }),
      summary: 'Deletes an own photo; any, for moderators and admins.',
    },
    'PATCH /api/photos/{id}/avatar': {
      access: 'player',
      params: idParams('id'),
      reply: Type.Object({ avatarUrl: Type.String() }),
      summary: "Makes an own photo one's avatar.",
    },
    'POST /api/photos/{id}/like': {
      access: 'player',
      params: idParams('id'),
      reply: Type.Object({ liked: Type.Boolean(), likes: Type.Integer() }),
      summary: 'Likes a photo, or takes the like back; answers the new truth.',
    },
    'POST /api/upload/avatar': {
      access: 'player',
      status: 201,
      idempotent: true,
      upload: 'avatar',
      reply: Type.Object({ avatarUrl: Type.String() }),
      summary: "Sets one's avatar from a picture.",
    },
  },
} as const satisfies Contract;
