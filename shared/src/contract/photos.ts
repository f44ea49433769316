import Type from 'typebox';
import { LIMITS } from '../limits.ts';
import { StaffReason } from './decisions.ts';
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
      summary: "The caller's photos, newest first.",
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
      requiresUnmuted: true,
      status: 201,
      idempotent: true,
      upload: 'photo',
      reply: One,
      summary: "Adds a picture to the caller's gallery, with an optional field `caption`.",
    },
    'PATCH /api/photos/{id}': {
      access: 'player',
      requiresUnmuted: true,
      params: idParams('id'),
      body: Type.Object({ caption: Nullable(Type.String({ maxLength: 2_000 })) }, closedObject),
      reply: One,
      summary: "Changes the caption of the caller's photo.",
    },
    'DELETE /api/photos/{id}': {
      access: 'player',
      params: idParams('id'),
      body: StaffReason,
      reply: Type.Object({ deleted: Type.Literal('photo') }),
      summary: 'Deletes a photo. Only its owner and staff can do this.',
    },
    'PATCH /api/photos/{id}/avatar': {
      access: 'player',
      requiresUnmuted: true,
      params: idParams('id'),
      reply: Type.Object({ avatarUrl: Type.String() }),
      summary: "Sets one of the caller's photos as the avatar.",
    },
    'POST /api/photos/{id}/like': {
      access: 'player',
      params: idParams('id'),
      reply: Type.Object({ liked: Type.Boolean(), likes: Type.Integer() }),
      summary: 'Likes or unlikes a photo; returns the new state.',
    },
    'POST /api/upload/avatar': {
      access: 'player',
      requiresUnmuted: true,
      status: 201,
      idempotent: true,
      upload: 'avatar',
      reply: Type.Object({ avatarUrl: Type.String() }),
      summary: "Sets the caller's avatar from a picture.",
    },
  },
} as const satisfies Contract;
