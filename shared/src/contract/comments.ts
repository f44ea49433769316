import Type, { type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { StaffReason } from './decisions.ts';
import { type Contract, closedObject, cursorQuery, Id, idParams, Message, Nullable, Time } from './schema.ts';

/** A comment on a profile (the specification's "status comment"). */
export const ProfileComment = Type.Object({
  id: Id,
  userId: Id,
  username: Type.String(),
  avatarUrl: Nullable(Type.String()),
  body: Type.String(),
  /** True if reports have hidden the comment from everyone except its author and staff. */
  hidden: Type.Optional(Type.Boolean()),
  createdAt: Time,
});
export type ProfileComment = Static<typeof ProfileComment>;

export const comments = {
  routes: {
    'GET /api/profiles/{id}/status/comments': {
      access: 'player',
      params: idParams('id'),
      query: Type.Object(cursorQuery(LIMITS.commentsPage, 50)),
      reply: Type.Object({ comments: Type.Array(ProfileComment), nextCursor: Nullable(Type.String()) }),
      summary: 'Comments on a profile, newest first.',
    },
    'POST /api/profiles/{id}/status/comments': {
      access: 'player',
      requiresUnmuted: true,
      status: 201,
      idempotent: true,
      params: idParams('id'),
      body: Type.Object({ body: Type.String({ maxLength: 20_000 }) }, closedObject),
      reply: Type.Object({ comment: ProfileComment }),
      summary: 'Adds a comment to a profile.',
    },
    'DELETE /api/profiles/{id}/status/comments/{commentId}': {
      access: 'player',
      params: Type.Object({ id: Id, commentId: Id }),
      body: StaffReason,
      reply: Message,
      summary: 'Deletes a comment. Only its author and admins can do this.',
    },
  },
} as const satisfies Contract;
