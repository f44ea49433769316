import Type, { type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { SEARCH_MAX } from '../search.ts';
import { Role } from './accounts.ts';
import { InventoryEntry } from './game.ts';
import { State as HealthState } from './health.ts';
import { type Contract, closedObject, cursorQuery, Id, idParams, Nullable, Time } from './schema.ts';

/** A player in the admin list. */
export const AdminUser = Type.Object({
  id: Id,
  username: Type.String(),
  email: Type.String(),
  avatarUrl: Nullable(Type.String()),
  role: Role,
  level: Type.Integer(),
  createdAt: Time,
  mutedUntil: Nullable(Time),
  suspended: Type.Boolean(),
});
export type AdminUser = Static<typeof AdminUser>;

/** The character values that admins see. Admins can set all of them except `maxHealth`, `wins` and `losses`. */
export const AdminStats = Type.Object({
  level: Type.Integer(),
  experience: Type.Integer(),
  coins: Type.Integer(),
  energy: Type.Integer(),
  health: Type.Integer(),
  maxHealth: Type.Integer(),
  attack: Type.Integer(),
  defense: Type.Integer(),
  wins: Type.Integer(),
  losses: Type.Integer(),
});
export type AdminStats = Static<typeof AdminStats>;

const Player = Type.Object({
  user: AdminUser,
  stats: AdminStats,
  inventory: Type.Array(InventoryEntry),
});
export type AdminPlayer = Static<typeof Player>;
/** A number from a form; the service validates its range. */
const WholeNumber = Type.Optional(Nullable(Type.Integer()));

/** Counts for today and yesterday. A day begins at midnight UTC. */
const Daily = Type.Object({ today: Type.Integer(), yesterday: Type.Integer() });

/** The values that the staff overview shows. */
export const StaffOverview = Type.Object({
  openReports: Type.Integer(),
  openAppeals: Type.Integer(),
  signUps: Daily,
  /** Fights that began, including ranked fights. */
  fights: Daily,
  playersOnline: Type.Integer(),
  /** Null for moderators, who cannot open the site health page. */
  health: Nullable(Type.Object({ state: HealthState, issues: Type.Integer() })),
});
export type StaffOverview = Static<typeof StaffOverview>;

export const admin = {
  routes: {
    'GET /api/mod/overview': {
      access: 'moderator',
      reply: StaffOverview,
      summary:
        'Open reports, sign-ups and fights of today and yesterday, players online, and the health of the site.',
    },
    'GET /api/admin/users': {
      access: 'admin',
      query: Type.Object({
        search: Type.Optional(Type.String({ maxLength: SEARCH_MAX })),
        ...cursorQuery(LIMITS.adminUsersPage, 100),
      }),
      reply: Type.Array(AdminUser),
      summary: 'All players, newest first; the Link header leads to the next page.',
    },
    'PATCH /api/admin/promote/{id}': {
      access: 'admin',
      stepUp: true,
      params: idParams('id'),
      reply: Type.Object({ user: AdminUser }),
      summary: 'Makes a player a moderator.',
    },
    'PATCH /api/admin/demote/{id}': {
      access: 'admin',
      stepUp: true,
      params: idParams('id'),
      reply: Type.Object({ user: AdminUser }),
      summary: 'Makes a moderator a player again.',
    },
    'DELETE /api/admin/users/{id}': {
      access: 'admin',
      stepUp: true,
      params: idParams('id'),
      reply: Type.Object({ deleted: Type.Literal('user') }),
      summary: 'Deletes an account, unless it belongs to an admin or the caller.',
    },
    'GET /api/admin/users/{id}/stats': {
      access: 'admin',
      params: idParams('id'),
      reply: Player,
      summary: 'A player with stats and inventory.',
    },
    'PUT /api/admin/users/{id}': {
      access: 'admin',
      stepUp: true,
      params: idParams('id'),
      body: Type.Object(
        {
          experience: WholeNumber,
          coins: WholeNumber,
          energy: WholeNumber,
          health: WholeNumber,
          attack: WholeNumber,
          defense: WholeNumber,
          level: WholeNumber,
          reason: Type.Optional(Nullable(Type.String({ maxLength: 2_000 }))),
        },
        closedObject,
      ),
      reply: Player,
      summary: 'Sets the given values. Setting the level also sets the experience, and vice versa.',
    },
    'POST /api/admin/users/{id}/inventory': {
      access: 'admin',
      stepUp: true,
      status: 201,
      idempotent: true,
      params: idParams('id'),
      body: Type.Object({ itemId: Id, quantity: Type.Optional(Nullable(Type.Integer())) }, closedObject),
      reply: Player,
      summary: 'Gives a player an item.',
    },
    'DELETE /api/admin/users/{id}/inventory/{itemId}': {
      access: 'admin',
      stepUp: true,
      params: Type.Object({ id: Id, itemId: Id }),
      query: Type.Object({ quantity: Type.Optional(Type.Integer({ minimum: 1 })) }),
      reply: Player,
      summary: "Removes an item from a player's inventory: the given quantity, or the whole quantity.",
    },
    'PATCH /api/admin/users/{id}/coins': {
      access: 'admin',
      stepUp: true,
      idempotent: true,
      params: idParams('id'),
      body: Type.Object(
        { amount: Type.Integer(), reason: Type.Optional(Nullable(Type.String({ maxLength: 2_000 }))) },
        closedObject,
      ),
      reply: Type.Object({ coins: Type.Integer() }),
      summary:
        'Adds coins to a balance, or deducts them if the amount is negative; 409 if the balance would be negative.',
    },
  },
} as const satisfies Contract;
