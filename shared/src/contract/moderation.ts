import Type, { type Static } from 'typebox';
import { Role } from './accounts.ts';
import { RULES, RuleField } from './decisions.ts';
import { type Contract, closedObject, Id, idParams, Message, Nullable, Time } from './schema.ts';

export const MUTE_DURATIONS = ['1d', '1m', '1y'] as const;
export type MuteDuration = (typeof MUTE_DURATIONS)[number];

export const Mute = Type.Object({
  userId: Id,
  username: Type.String(),
  avatarUrl: Nullable(Type.String()),
  mutedUntil: Time,
  reason: Nullable(Type.String()),
  /** Name of the staff member who muted the player; null for a deleted account. */
  mutedBy: Nullable(Type.String()),
  /** True if the viewer is allowed to end or replace the mute. */
  mayChange: Type.Boolean(),
});
export type Mute = Static<typeof Mute>;

export const Suspension = Type.Object({
  userId: Id,
  username: Type.String(),
  avatarUrl: Nullable(Type.String()),
  /** Null for a permanent suspension. */
  until: Nullable(Time),
  reason: Type.String(),
  suspendedBy: Nullable(Type.String()),
  mayChange: Type.Boolean(),
});
export type Suspension = Static<typeof Suspension>;

/** A moderator's proposal to suspend a player permanently. */
const SuspensionProposal = Type.Object({
  userId: Id,
  username: Type.String(),
  avatarUrl: Nullable(Type.String()),
  rule: Type.Enum([...RULES]),
  reason: Type.String(),
  /** Name of the moderator; null for a deleted account. */
  proposedBy: Nullable(Type.String()),
  createdAt: Time,
});
export type SuspensionProposal = Static<typeof SuspensionProposal>;

/** A player that staff have looked up. `userId` equals `id`. */
export const FoundPlayer = Type.Object({
  id: Id,
  userId: Id,
  username: Type.String(),
  avatarUrl: Nullable(Type.String()),
  role: Role,
  mutedUntil: Nullable(Time),
  mutedBy: Nullable(Type.String()),
  /** True if the viewer is allowed to mute this player. The new mute replaces an active mute. */
  mayMute: Type.Boolean(),
  suspended: Type.Boolean(),
  suspendedUntil: Nullable(Time),
  suspendedBy: Nullable(Type.String()),
  maySuspend: Type.Boolean(),
});
export type FoundPlayer = Static<typeof FoundPlayer>;

const Reason = Type.String({ maxLength: 2_000 });
const named = Type.Object({ name: Type.String({ minLength: 1, maxLength: 254 }) });
const lookUp = {
  params: named,
  reply: FoundPlayer,
  summary: 'Finds a player by the full username.',
} as const;
const mute = {
  body: Type.Object(
    {
      duration: Type.Enum([...MUTE_DURATIONS]),
      rule: RuleField,
      reason: Type.Optional(Nullable(Reason)),
    },
    closedObject,
  ),
  reply: Type.Object({ mute: Mute }),
  summary: 'Mutes a player for a day, a month (30 days) or a year from now, replacing an active mute.',
} as const;
const unmute = { reply: Message, summary: 'Ends a mute; not an error if there is none.' } as const;

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
      summary: 'Active and recently ended mutes, latest end first.',
    },
    'GET /api/mod/suspensions': {
      access: 'moderator',
      reply: Type.Array(Suspension),
      summary: 'Suspended accounts.',
    },
    'POST /api/mod/suspensions/{userId}': {
      access: 'moderator',
      params: idParams('userId'),
      body: Type.Object({ until: Nullable(Time), rule: RuleField, reason: Reason }, closedObject),
      reply: Type.Object({ suspension: Suspension }),
      summary:
        'Suspends an account and ends its sessions, sockets and open fights. Moderators can suspend for at most 30 days.',
    },
    'DELETE /api/mod/suspensions/{userId}': {
      access: 'moderator',
      params: idParams('userId'),
      reply: Message,
      summary: 'Ends a suspension; not an error if there is none.',
    },
    'GET /api/mod/suspension-proposals': {
      access: 'moderator',
      reply: Type.Array(SuspensionProposal),
      summary: 'Proposed permanent suspensions, oldest first.',
    },
    'POST /api/mod/suspension-proposals/{userId}': {
      access: 'moderator',
      params: idParams('userId'),
      body: Type.Object({ rule: RuleField, reason: Reason }, closedObject),
      reply: Message,
      summary: 'Proposes a permanent suspension to the admins.',
    },
    'POST /api/admin/suspension-proposals/{userId}/accept': {
      access: 'admin',
      stepUp: true,
      params: idParams('userId'),
      reply: Message,
      summary: 'Suspends the account permanently, as proposed.',
    },
    'POST /api/admin/suspension-proposals/{userId}/reject': {
      access: 'admin',
      params: idParams('userId'),
      reply: Message,
      summary: 'Rejects the proposal.',
    },
  },
} as const satisfies Contract;
