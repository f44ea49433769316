import Type, { type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { PlayerRef } from './profiles.ts';
import { type Contract, cursorQuery, Id, idParams, Nullable, Time } from './schema.ts';

export const Clip = Type.Object({
  id: Id,
  kind: Type.Union([Type.Literal('image'), Type.Literal('video')]),
  url: Type.String(),
  /** Of a video that came without a first frame there is none. */
  thumbUrl: Nullable(Type.String()),
  mime: Type.String(),
  /** In pixels, as it is shown. */
  width: Type.Integer(),
  height: Type.Integer(),
  /** Of a video that says how long it is. */
  durationMs: Nullable(Type.Integer()),
  caption: Type.String(),
  likesCount: Type.Integer(),
  viewsCount: Type.Integer(),
  likedByCurrentUser: Type.Boolean(),
  /** Whether the viewer has seen it; one's own count as seen. */
  seen: Type.Boolean(),
  createdAt: Time,
  expiresAt: Time,
});
export type Clip = Static<typeof Clip>;

/** The clips of a player that are not over, the oldest first. */
export const ClipGroup = Type.Object({
  user: PlayerRef,
  clips: Type.Array(Clip),
  hasUnseen: Type.Boolean(),
});
export type ClipGroup = Static<typeof ClipGroup>;

export const clips = {
  routes: {
    'GET /api/clips/feed': {
      access: 'player',
      query: Type.Object(cursorQuery(LIMITS.clips.groups, LIMITS.clips.groups)),
      reply: Type.Object({ groups: Type.Array(ClipGroup), nextCursor: Nullable(Type.String()) }),
      summary: 'Clips that are not over, by player; who added one last comes first.',
    },
    'POST /api/clips': {
      access: 'player',
      requiresUnmuted: true,
      status: 201,
      idempotent: true,
      upload: 'file',
      reply: Type.Object({ clip: Clip }),
      summary:
        'Adds a picture or a video for a day; the field `caption` says what it is, the file `thumb` is the first frame of a video.',
    },
    'POST /api/clips/{id}/like': {
      access: 'player',
      params: idParams('id'),
      reply: Type.Object({ liked: Type.Boolean(), likesCount: Type.Integer() }),
      summary: 'Likes a clip, or takes the like back; answers the new truth.',
    },
    'POST /api/clips/{id}/view': {
      access: 'player',
      params: idParams('id'),
      reply: Type.Object({ viewsCount: Type.Integer() }),
      summary: 'Counts a view: once for each viewer, none of one’s own.',
    },
    'DELETE /api/clips/{id}': {
      access: 'player',
      params: idParams('id'),
      reply: Type.Object({ deleted: Type.Literal('clip') }),
      summary: 'Deletes an own clip; any, for moderators and admins.',
    },
  },
  serverEvents: {
    /** As somebody sees it who has neither seen nor liked it. */
    'clip:new': Type.Object({ user: PlayerRef, clip: Clip }),
    /** One was deleted before its time. */
    'clip:expired': Type.Object({ id: Id }),
    /** The time of these is over. */
    'clips:purged': Type.Object({ ids: Type.Array(Id) }),
  },
} as const satisfies Contract;
