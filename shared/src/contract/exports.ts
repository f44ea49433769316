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
    'GET /api/users/me/export': { access: 'player', reply: DataExport, summary: 'How far the export is.' },
    'POST /api/users/me/export': {
      access: 'player',
      status: 202,
      body: Empty,
      reply: DataExport,
      summary:
        'Has a zip made of all data of one’s own; it is mailed and notified when ready, and gone after 7 days.',
    },
  },
} as const satisfies Contract;
