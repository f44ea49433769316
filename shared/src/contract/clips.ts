import Type, { type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { StaffReason } from './decisions.ts';
import { PlayerRef } from './profiles.ts';
import { type Contract, cursorQuery, Id, idParams, Nullable, Time, UploadNotice } from './schema.ts';

export const Clip = Type.Object({
  id: Id,
  kind: Type.Union([Type.Literal('image'), Type.Literal('video')]),
  url: Type.String(),
  /** URL of the thumbnail; null for a video that was uploaded without a thumbnail. */
  thumbUrl: Nullable(Type.String()),
  mime: Type.String(),
  /** Displayed size in pixels. */
  width: Type.Integer(),
  height: Type.Integer(),
  /** Length of a video; null for images and for videos of unknown length. */
  durationMs: Nullable(Type.Integer()),
  caption: Type.String(),
  likesCount: Type.Integer(),
  viewsCount: Type.Integer(),
  likedByCurrentUser: Type.Boolean(),
  /** True if the viewer has seen the clip. A viewer's own clips count as seen. */
  seen: Type.Boolean(),
  createdAt: Time,
  expiresAt: Time,
});
export type Clip = Static<typeof Clip>;

/** A player's active clips, oldest first. */
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
      summary: 'Active clips, grouped by player; the player with the newest clip comes first.',
    },
    'POST /api/clips': {
      access: 'player',
      requiresUnmuted: true,
      status: 201,
      idempotent: true,
      upload: 'file',
      reply: Type.Object({ clip: Clip, notice: UploadNotice }),
      summary:
        'Adds a picture or a video for a day, with an optional field `caption` and, for a video, its first frame as the file `thumb`.',
    },
    'POST /api/clips/{id}/like': {
      access: 'player',
      params: idParams('id'),
      reply: Type.Object({ liked: Type.Boolean(), likesCount: Type.Integer() }),
      summary: 'Likes or unlikes a clip; returns the new state.',
    },
    'POST /api/clips/{id}/view': {
      access: 'player',
      params: idParams('id'),
      reply: Type.Object({ viewsCount: Type.Integer() }),
      summary: 'Counts a view, once per viewer; views by the owner do not count.',
    },
    'DELETE /api/clips/{id}': {
      access: 'player',
      params: idParams('id'),
      body: StaffReason,
      reply: Type.Object({ deleted: Type.Literal('clip') }),
      summary: 'Deletes a clip. Only its owner and staff can do this.',
    },
  },
  serverEvents: {
    /** The new clip, with the values for a viewer who has neither seen nor liked it. */
    'clip:new': Type.Object({ user: PlayerRef, clip: Clip }),
    /** A clip was deleted before it expired. */
    'clip:expired': Type.Object({ id: Id }),
    /** These clips have expired. */
    'clips:purged': Type.Object({ ids: Type.Array(Id) }),
  },
} as const satisfies Contract;
