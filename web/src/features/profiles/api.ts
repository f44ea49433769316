import type { StaffReason } from '@rivalhold/shared/contract/decisions.ts';
import { api } from '../../lib/api.ts';

/** Set the player's status message; '' clears it. */
export const saveStatus = async (statusMessage: string) =>
  (await api('PATCH /api/users/me/status', { body: { statusMessage } })).user;

/** Remove another player's avatar; staff only. */
export const clearAvatar = async ({ id, reason }: { id: number; reason: StaffReason }) =>
  (await api('PATCH /api/users/{id}/avatar/clear', { params: { id }, body: reason })).user;
