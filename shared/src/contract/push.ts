import Type, { type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { type Contract, closedObject, Id, idParams, Nullable, Time } from './schema.ts';

/** A time of day, 'HH:MM'. */
const TimeOfDay = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' });

export const PushSettings = Type.Object(
  {
    message: Type.Boolean(),
    fight: Type.Boolean(),
    friendRequest: Type.Boolean(),
    /**
     * Quiet hours without push notifications. `timeZone` is an IANA name. The period crosses midnight if `from` is
     * later than `to`.
     */
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

/** Events that can be pushed while the site is not open. */
export type PushKind = Exclude<keyof PushSettings, 'quiet'>;

export const PushDevice = Type.Object({
  id: Id,
  /** User agent of the session to which the device belongs. */
  device: Type.String(),
  /** True if the device belongs to the current session. */
  current: Type.Boolean(),
  createdAt: Time,
  /** Time of the last push to the device. */
  sentAt: Nullable(Time),
});
export type PushDevice = Static<typeof PushDevice>;

export const PushState = Type.Object({
  /** The site's public VAPID key for subscriptions: an uncompressed P-256 point, base64url. */
  key: Type.String(),
  /**
   * The push endpoint that is stored for this session. Null if none is stored, for example because the push service has
   * dropped the subscription. If the browser now uses a different endpoint, the client registers the new endpoint.
   */
  endpoint: Nullable(Type.String()),
  settings: PushSettings,
  devices: Type.Array(PushDevice),
});
export type PushState = Static<typeof PushState>;

const Base64Url = (length: number) =>
  Type.String({ pattern: '^[A-Za-z0-9_-]+={0,2}$', minLength: length, maxLength: length + 2 });

/** A browser's push subscription. */
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
      summary: "The caller's push settings and devices.",
    },
    'PUT /api/push/settings': {
      access: 'player',
      body: PushSettings,
      reply: PushState,
      summary: 'Sets the pushed events and the quiet hours.',
    },
    'POST /api/push/devices': {
      access: 'player',
      status: 201,
      body: Subscription,
      reply: PushState,
      summary:
        'Registers this browser for push until the session ends, and replaces its earlier subscription.',
    },
    'DELETE /api/push/devices/{id}': {
      access: 'player',
      params: idParams('id'),
      reply: PushState,
      summary: 'Stops pushing to a device.',
    },
  },
} as const satisfies Contract;
