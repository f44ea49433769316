import Type, { type Static } from 'typebox';
import { type Contract, closedObject, Nullable, Time } from './schema.ts';

/** The state of a player's data export, and the file if it is ready. */
export const DataExport = Type.Object({
  state: Type.Enum(['none', 'pending', 'ready', 'failed']),
  /** Download URL for the signed-in owner; null if there is no file. */
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
      summary: 'The state of the data export.',
    },
    'POST /api/users/me/export': {
      access: 'player',
      status: 202,
      body: Type.Object({ password: Type.String({ maxLength: 1024 }) }, closedObject),
      reply: DataExport,
      summary:
        'Starts a data export; requires the password. The player is notified when the zip file is ready. The file is deleted after 7 days.',
    },
  },
} as const satisfies Contract;
