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
      summary: 'The CSRF token of this session; also sets the XSRF-TOKEN cookie.',
    },
    'GET /api/session': {
      access: 'guest',
      reply: Type.Object({ user: Nullable(SessionUser) }),
      summary: 'Who is signed in; null for a guest.',
    },
    'POST /api/session': {
      access: 'guest',
      body: Type.Object(
        { credential: Text(), password: Password, remember: Type.Optional(Nullable(Type.Boolean())) },
        closedObject,
      ),
      reply: Type.Object({ user: SessionUser }),
      summary: 'Signs in by username or e-mail.',
    },
    'DELETE /api/session': { access: 'player', reply: Message, summary: 'Signs out.' },
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
      summary: 'Signs up and signs in.',
    },
    'POST /api/users/forgot-password': {
      access: 'guest',
      body: Type.Object({ email: Text() }, closedObject),
      reply: Message,
      summary: 'Mails a reset link; answers the same whether or not the address is known.',
    },
    'POST /api/users/reset-password/{token}': {
      access: 'guest',
      params: Type.Object({ token: Type.String({ maxLength: 200 }) }),
      body: Type.Object({ newPassword: Password }, closedObject),
      reply: Message,
      summary: 'Sets a new password by the mailed link; ends all sessions.',
    },
    'POST /api/users/confirm-email/{token}': {
      access: 'guest',
      params: Type.Object({ token: Type.String({ maxLength: 200 }) }),
      reply: Message,
      summary: 'Confirms an e-mail address by the mailed link.',
    },
    'POST /api/users/me/confirmation': {
      access: 'player',
      body: Empty,
      reply: Message,
      summary: 'Mails the confirmation link again.',
    },
    'PATCH /api/users/change-password': {
      access: 'player',
      body: Type.Object({ currentPassword: Password, newPassword: Password }, closedObject),
      reply: Message,
      summary: 'Changes the password; ends all other sessions.',
    },
    'GET /api/sessions': {
      access: 'player',
      reply: Type.Array(SessionInfo),
      summary: "One's own sessions, the current one marked.",
    },
    'DELETE /api/sessions/others': {
      access: 'player',
      reply: Message,
      summary: 'Signs out everywhere else.',
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
      summary: 'What the browser needs to know of this site.',
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
