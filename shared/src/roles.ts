import type { Role } from './contract/accounts.ts';

/** The signed-in player who views or changes something. */
export type Viewer = { id: number; role: Role };

/** Rank of each role. For example, staff can mute or suspend only players of a lower rank. */
export const ROLE_RANKS: Record<Role, number> = { player: 0, moderator: 1, admin: 2 };

const ROLES = Object.keys(ROLE_RANKS) as Role[];
/** Return the roles above a role. */
export const rolesAbove = (role: Role): Role[] =>
  ROLES.filter((other) => ROLE_RANKS[other] > ROLE_RANKS[role]);

/** Report whether a player is a moderator or an admin. */
export const isStaff = ({ role }: { role: Role }): boolean => role !== 'player';

/**
 * Report whether a viewer is allowed to delete a feed or forum post, feed comment, photo or clip. Only its
 * owner and staff are allowed to do this.
 */
export const mayDelete = (viewer: Viewer, ownerId: number): boolean =>
  viewer.id === ownerId || isStaff(viewer);
