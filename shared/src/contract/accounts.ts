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
  /** The new email address, which replaces `email` when the player confirms it; null if no change is pending. */
  pendingEmail: Nullable(Type.String()),
  /** End of the active mute, and its reason; both are null if the player is not muted. */
  mutedUntil: Nullable(Time),
  muteReason: Nullable(Type.String()),
  /** Time at which the staff pages close for a staff member without a second factor; null if the pages stay open. */
  factorDue: Type.Optional(Nullable(Time)),
  /** True if the player sees strangers' media only after a click. */
  hidesMedia: Type.Optional(Type.Boolean()),
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

/**
 * The schemas check only types and sizes. The service checks all other rules, because it can return an error text for
 * each field.
 */
export const accounts = {
  routes: {
    'GET /api/csrf/restore': {
      access: 'guest',
      reply: Type.Object({ csrfToken: Type.String() }),
      summary: 'Returns the CSRF token of this session, and sets the XSRF-TOKEN cookie.',
    },
    'GET /api/session': {
      access: 'guest',
      reply: Type.Object({
        user: Nullable(SessionUser),
        /** The text that players see while the site is read-only; otherwise missing. */
        readOnly: Type.Optional(Type.String()),
      }),
      summary: 'The signed-in player; null for a guest.',
    },
    'DELETE /api/session': { access: 'player', worksReadOnly: true, reply: Message, summary: 'Logs out.' },
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
          /**
           * Seed of the portrait: 12 lower-case hexadecimal digits. The server draws the portrait and sets it as the
           * avatar.
           */
          portrait: Type.Optional(Nullable(Text())),
          /** The solution of a challenge from `GET /api/captcha`, required after an error with the code `captcha`. */
          captcha: Type.Optional(Nullable(Text(4_096))),
        },
        closedObject,
      ),
      /**
       * `mailSent` is false if no confirmation email was sent, because the site sends no email, or because this mailbox
       * has received too many today.
       */
      reply: Type.Object({ user: SessionUser, mailSent: Type.Boolean() }),
      summary: 'Signs up and logs in.',
    },
    'POST /api/users/forgot-password': {
      access: 'guest',
      body: Type.Object({ email: Text() }, closedObject),
      reply: Message,
      summary: 'Sends a reset link by email; the response does not reveal whether the address is known.',
    },
    'GET /api/users/reset-password/{token}': {
      access: 'guest',
      params: Type.Object({ token: Type.String({ maxLength: 200 }) }),
      reply: Message,
      summary: 'Reports whether an emailed password link is still valid. The link is not used up.',
    },
    'POST /api/users/reset-password/{token}': {
      access: 'guest',
      params: Type.Object({ token: Type.String({ maxLength: 200 }) }),
      body: Type.Object({ newPassword: Password }, closedObject),
      reply: Message,
      summary: 'Sets a new password with the emailed link; ends all sessions.',
    },
    'POST /api/users/confirm-email/{token}': {
      access: 'guest',
      params: Type.Object({ token: Type.String({ maxLength: 200 }) }),
      reply: Message,
      summary: 'Confirms an email address with the emailed link.',
    },
    'DELETE /api/users/me/pending-email': {
      access: 'player',
      reply: Message,
      summary: 'Cancels an email address change that is not confirmed yet.',
    },
    'POST /api/users/me/confirmation': {
      access: 'player',
      body: Empty,
      reply: Message,
      summary: 'Sends the confirmation link again by email.',
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
      summary: "The caller's sessions; the current session is marked.",
    },
    'DELETE /api/sessions/others': {
      access: 'player',
      worksReadOnly: true,
      reply: Message,
      summary: 'Logs out all other sessions.',
    },
    'DELETE /api/sessions/{id}': {
      access: 'player',
      worksReadOnly: true,
      params: Type.Object({ id: Id }),
      reply: Message,
      summary: "Logs out one of the caller's other sessions.",
    },
    'GET /api/config': {
      access: 'guest',
      impersonal: true,
      reply: Type.Object({
        giphyApiKey: Nullable(Type.String()),
        /** Base URL of the GIF provider's API. */
        giphyApiBase: Type.String(),
        supportEmail: Type.String(),
        /** URL of the site's source code; null if visitors must request the source code from support. */
        sourceUrl: Nullable(Type.String()),
        payments: Type.Union([Type.Literal('stripe'), Type.Literal('sandbox'), Type.Literal('none')]),
        version: Type.String(),
      }),
      summary: 'The settings of this site that the browser needs.',
    },
  },
  clientEvents: {
    register: { payload: Id, reply: Type.Object({}) },
  },
  serverEvents: {
    /** The viewer's role, mute or email address has changed; the client must load the session again. */
    'session:changed': Type.Object({}),
    /** Read-only mode was turned on or off. `readOnly` is the text for players, or null if the mode is off. */
    'readOnly:changed': Type.Object({ readOnly: Nullable(Type.String()) }),
  },
} as const satisfies Contract;
