import type { Role } from '@rivalhold/shared/contract/accounts.ts';

/** Staff see to what is shown, also across a block. */
export const isStaff = ({ role }: { role: Role }): boolean => role !== 'player';

/** A post, a comment on one, a photo or a clip is deleted by whose it is, a moderator or an admin. */
export const mayDelete = (viewer: { id: number; role: Role }, ownerId: number): boolean =>
  viewer.id === ownerId || isStaff(viewer);
