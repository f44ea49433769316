import type { Role } from './contract/accounts.ts';

/** Whoever looks at something, or does something to it. */
export type Viewer = { id: number; role: Role };

/** Staff act on those of a lower rank. */
export const ROLE_RANKS: Record<Role, number> = { player: 0, moderator: 1, admin: 2 };

const ROLES = Object.keys(ROLE_RANKS) as Role[];
/** The roles that rank above one. */
export const rolesAbove = (role: Role): Role[] =>
  ROLES.filter((other) => ROLE_RANKS[other] > ROLE_RANKS[role]);

/** Staff see to what is shown, also across a block. */
export const isStaff = ({ role }: { role: Role }): boolean => role !== 'player';

/** A post in the feed or the forum, a comment in the feed, a photo or a clip is deleted by whose it is, or by staff. */
export const mayDelete = (viewer: Viewer, ownerId: number): boolean =>
  viewer.id === ownerId || isStaff(viewer);
