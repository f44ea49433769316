import type { Role } from '@rivalhold/shared/contract/accounts.ts';

/** A photo is deleted by its owner, a moderator or an admin. */
export const mayDelete = (viewer: { id: number; role: Role }, ownerId: number): boolean =>
  viewer.id === ownerId || isStaff(viewer);

/** Staff see to what is shown, also across a block. */
export const isStaff = ({ role }: { role: Role }): boolean => role !== 'player';
