import Type, { type Static } from 'typebox';
import { Role } from './accounts.ts';
import { type Contract, closedObject, Id, idParams, Message, Nullable, Time } from './schema.ts';

export const MUTE_DURATIONS = ['1d', '1m', '1y'] as const;
export type MuteDuration = (typeof MUTE_DURATIONS)[number];

export const Mute = Type.Object({
  userId: Id,
  username: Type.String(),
  avatarUrl: Nullable(Type.String()),
  mutedUntil: Time,
  reason: Nullable(Type.String()),
  /** Who muted; null for one who is gone. */
  mutedBy: Nullable(Type.String()),
  /** Whether it is for who asks to end it, or to give another in its place. */
  mayChange: Type.Boolean(),
});
export type Mute = Static<typeof Mute>;

export const Suspension = Type.Object({
  userId: Id,
  username: Type.String(),
  avatarUrl: Nullable(Type.String()),
  /** Null for good. */
  until: Nullable(Time),
  reason: Type.String(),
  suspendedBy: Nullable(Type.String()),
  mayChange: Type.Boolean(),
});
export type Suspension = Static<typeof Suspension>;

/** A player as staff look one up; `userId` is `id` again. */
export const FoundPlayer = Type.Object({
  id: Id,
  userId: Id,
  username: Type.String(),
  avatarUrl: Nullable(Type.String()),
  role: Role,
  mutedUntil: Nullable(Time),
  mutedBy: Nullable(Type.String()),
  /** Whether it is for who asks to mute this player, also in place of a mute that holds. */
  mayMute: Type.Boolean(),
  suspended: Type.Boolean(),
  suspendedUntil: Nullable(Time),
  suspendedBy: Nullable(Type.String()),
  maySuspend: Type.Boolean(),
});
export type FoundPlayer = Static<typeof FoundPlayer>;

const Reason = Type.String({ maxLength: 2_000 });
const named = Type.Object({ name: Type.String({ minLength: 1, maxLength: 254 }) });
const lookUp = { params: named, reply: FoundPlayer, summary: 'Finds a player by the whole name.' } as const;
const mute = {
  body: Type.Object(
    { duration: Type.Enum([...MUTE_DURATIONS]), reason: Type.Optional(Nullable(Reason)) },
    closedObject,
  ),
  reply: Type.Object({ mute: Mute }),
  summary: 'Mutes a player for a day, a month (30 days) or a year; again: anew from now.',
} as const;
const unmute = { reply: Message, summary: 'Ends a mute; to end none is not an error.' } as const;

export const moderation = {
  routes: {
    'GET /api/mod/users/by-username/{name}': { access: 'moderator', ...lookUp },
    'GET /api/admin/users/by-username/{name}': { access: 'admin', ...lookUp },
    'POST /api/mod/mute/{userId}': { access: 'moderator', params: idParams('userId'), ...mute },
    'DELETE /api/mod/mute/{userId}': { access: 'moderator', params: idParams('userId'), ...unmute },
    'POST /api/admin/mute/{id}': { access: 'admin', params: idParams('id'), ...mute },
    'DELETE /api/admin/mute/{id}': { access: 'admin', params: idParams('id'), ...unmute },
    'GET /api/mod/mutes': {
      access: 'moderator',
      reply: Type.Array(Mute),
      summary: 'Who is muted, and whose mute ended in the last days, the latest end first.',
    },
    'GET /api/mod/suspensions': {
      access: 'moderator',
      reply: Type.Array(Suspension),
      summary: 'Whose account is suspended.',
    },
    'POST /api/mod/suspensions/{userId}': {
      access: 'moderator',
      params: idParams('userId'),
      body: Type.Object({ until: Nullable(Time), reason: Reason }, closedObject),
      reply: Type.Object({ suspension: Suspension }),
      summary: 'Suspends an account until a time, or for good: ends its sessions, sockets and open fights.',
    },
    'DELETE /api/mod/suspensions/{userId}': {
      access: 'moderator',
      params: idParams('userId'),
      reply: Message,
      summary: 'Ends a suspension; to end none is not an error.',
    },
  },
} as const satisfies Contract;
