import Type, { type Static } from 'typebox';
import { type Contract, closedObject, Empty, Id, Message, Nullable, Time } from './schema.ts';

export const Role = Type.Union([Type.Literal('player'), Type.Literal('moderator'), Type.Literal('admin')]);
export type Role = Static<typeof Role>;

export const SessionUser = Type.Object({
  id: Id,
  username: Type.String(),
  email: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  role: Role,
  isAdmin: Type.Boolean(),
  avatarUrl: Nullable(Type.String()),
  statusMessage: Type.String(),
  emailVerified: Type.Boolean(),
  /** Until when one is muted, and why; null for who is not, also where the time is over. */
  mutedUntil: Nullable(Time),
  muteReason: Nullable(Type.String()),
});
export type SessionUser = Static<typeof SessionUser>;

export const SessionInfo = Type.Object({
  id: Id,
  device: Type.String(),
  address: Type.String(),
  createdAt: Time,
  lastUsedAt: Time,
  current: Type.Boolean(),
});
export type SessionInfo = Static<typeof SessionInfo>;

const Password = Type.String({ maxLength: 1024 });
const Text = (maxLength = 1024) => Type.String({ maxLength });

/** Field rules beyond type and size are the service's, so that each answers with the text of its field. */
export const accounts = {
  routes: {
    'GET /api/csrf/restore': {
      access: 'guest',
      reply: Type.Object({ csrfToken: Type.String() }),
      summary: 'Return the CSRF token of this session, and set it as the cookie XSRF-TOKEN.',
    },
    'GET /api/session': {
      access: 'guest',
      reply: Type.Object({ user: Nullable(SessionUser) }),
      summary: 'Return the logged-in user; null for guests.',
    },
    'POST /api/session': {
      access: 'guest',
      body: Type.Object(
        { credential: Text(), password: Password, remember: Type.Optional(Nullable(Type.Boolean())) },
        closedObject,
      ),
      reply: Type.Object({ user: SessionUser }),
      summary: 'Log in with a username or email.',
    },
    'DELETE /api/session': { access: 'player', reply: Message, summary: 'Log out.' },
    'POST /api/users': {
      access: 'guest',
      status: 201,
      body: Type.Object(
        {
          username: Text(),
          firstName: Text(),
          lastName: Text(),
          email: Text(),
          password: Password,
          confirmPassword: Type.Optional(Nullable(Password)),
        },
        closedObject,
      ),
      reply: Type.Object({ user: SessionUser }),
      summary: 'Create an account and log in.',
    },
    'POST /api/users/forgot-password': {
      access: 'guest',
      body: Type.Object({ email: Text() }, closedObject),
      reply: Message,
      summary: 'Email a reset link. The response does not depend on whether the address is known.',
    },
    'POST /api/users/reset-password/{token}': {
      access: 'guest',
      params: Type.Object({ token: Type.String({ maxLength: 200 }) }),
      body: Type.Object({ newPassword: Password }, closedObject),
      reply: Message,
      summary: 'Set a new password with the token of a reset link. Ends all sessions.',
    },
    'POST /api/users/confirm-email/{token}': {
      access: 'guest',
      params: Type.Object({ token: Type.String({ maxLength: 200 }) }),
      reply: Message,
      summary: 'Confirm an email address with the token of a confirmation link.',
    },
    'POST /api/users/me/confirmation': {
      access: 'player',
      body: Empty,
      reply: Message,
      summary: 'Send the confirmation link again.',
    },
    'PATCH /api/users/change-password': {
      access: 'player',
      body: Type.Object({ currentPassword: Password, newPassword: Password }, closedObject),
      reply: Message,
      summary: 'Change the password. Ends all other sessions.',
    },
    'GET /api/sessions': {
      access: 'player',
      reply: Type.Array(SessionInfo),
      summary: 'Return your sessions, with the current one marked.',
    },
    'DELETE /api/sessions/others': {
      access: 'player',
      reply: Message,
      summary: 'End all other sessions.',
    },
    'GET /api/config': {
      access: 'guest',
      impersonal: true,
      reply: Type.Object({
        giphyApiKey: Nullable(Type.String()),
        /** Where the GIF provider is asked. */
        giphyApiBase: Type.String(),
        supportEmail: Type.String(),
        /** Where the source of this site is to be had; null where support is asked for it. */
        sourceUrl: Nullable(Type.String()),
        payments: Type.Union([Type.Literal('stripe'), Type.Literal('sandbox'), Type.Literal('none')]),
        version: Type.String(),
      }),
      summary: 'Return the site’s public configuration.',
    },
  },
  clientEvents: {
    register: { payload: Id, reply: Type.Object({}) },
  },
  serverEvents: {
    /** One's role, or whether one is muted, is another: to be asked for again. */
    'session:changed': Type.Object({}),
  },
} as const satisfies Contract;
