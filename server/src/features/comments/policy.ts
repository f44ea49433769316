import type { Role } from '@rivalhold/shared/contract/accounts.ts';

/** A comment on a profile is deleted by its author or an admin, nobody else. */
export const mayDelete = (viewer: { id: number; role: Role }, authorId: number): boolean =>
  viewer.id === authorId || viewer.role === 'admin';
