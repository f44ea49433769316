import Type, { type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { type Contract, closedObject, Id, idParams, Nullable, Time } from './schema.ts';

/** What a player may be told of while the site is not open. */
export type PushKind = 'message' | 'fight' | 'friendRequest';

/** A time of day, 'HH:MM'. */
const TimeOfDay = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' });

export const PushSettings = Type.Object(
  {
    message: Type.Boolean(),
    fight: Type.Boolean(),
    friendRequest: Type.Boolean(),
    /** From when until when nothing is pushed, by the clock of this time zone (an IANA name); over midnight where `from` is later. */
    quiet: Nullable(
      Type.Object(
        { from: TimeOfDay, to: TimeOfDay, timeZone: Type.String({ minLength: 1, maxLength: 64 }) },
        closedObject,
      ),
    ),
  },
  closedObject,
);
export type PushSettings = Static<typeof PushSettings>;

export const PushDevice = Type.Object({
  id: Id,
  /** The browser line of its session. */
  device: Type.String(),
  /** Whether it belongs to the session that asks. */
  current: Type.Boolean(),
  createdAt: Time,
  /** When something was last pushed to it. */
  sentAt: Nullable(Time),
});
export type PushDevice = Static<typeof PushDevice>;

export const PushState = Type.Object({
  /** The site's public key, which a browser subscribes with: an uncompressed P-256 point, base64url. */
  key: Type.String(),
  /**
   * What this session's browser gave out; null where it gave out none, and once its push service knows that no more. A
   * browser that has another by now gives out that, if its session has a device at all.
   */
  endpoint: Nullable(Type.String()),
  settings: PushSettings,
  devices: Type.Array(PushDevice),
});
export type PushState = Static<typeof PushState>;

const Base64Url = (length: number) =>
  Type.String({ pattern: '^[A-Za-z0-9_-]+={0,2}$', minLength: length, maxLength: length + 2 });

/** What a browser gives out when it subscribes. */
const Subscription = Type.Object(
  {
    endpoint: Type.String({ minLength: 1, maxLength: LIMITS.push.endpoint }),
    keys: Type.Object({ p256dh: Base64Url(87), auth: Base64Url(22) }, closedObject),
  },
  closedObject,
);

export const push = {
  routes: {
    'GET /api/push': {
      access: 'player',
      reply: PushState,
      summary: 'What is pushed to oneself, when, and to which devices.',
    },
    'PUT /api/push/settings': {
      access: 'player',
      body: PushSettings,
      reply: PushState,
      summary: 'Chooses what is pushed, and the quiet hours.',
    },
    'POST /api/push/devices': {
      access: 'player',
      status: 201,
      body: Subscription,
      reply: PushState,
      summary: 'Has the site push to this browser until this session ends, in place of what it gave before.',
    },
    'DELETE /api/push/devices/{id}': {
      access: 'player',
      params: idParams('id'),
      reply: PushState,
      summary: 'Pushes to a device no more.',
    },
  },
} as const satisfies Contract;
