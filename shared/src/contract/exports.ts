import Type, { type Static } from 'typebox';
import { type Contract, Empty, Nullable, Time } from './schema.ts';

/** One's own data as a file to download. */
export const DataExport = Type.Object({
  state: Type.Enum(['none', 'pending', 'ready', 'failed']),
  /** Where it is fetched from by its owner, signed in. */
  url: Nullable(Type.String()),
  bytes: Nullable(Type.Integer()),
  requestedAt: Nullable(Time),
  expiresAt: Nullable(Time),
});
export type DataExport = Static<typeof DataExport>;

export const exports = {
  routes: {
    'GET /api/users/me/export': {
      access: 'player',
      reply: DataExport,
      summary: 'Return the state of your data export.',
    },
    'POST /api/users/me/export': {
      access: 'player',
      status: 202,
      body: Empty,
      reply: DataExport,
      summary:
        'Request a zip of all your data. You get an email and a notification when it is ready; it is deleted after 7 days.',
    },
  },
} as const satisfies Contract;
