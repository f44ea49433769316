import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import { MODERATION_REFUSALS } from '@rivalhold/shared/texts/moderation.ts';
import { AppError } from './errors.ts';

/** Staff see to what is shown, also across a block. */
export const isStaff = ({ role }: { role: Role }): boolean => role !== 'player';

/** A post, a comment on one, a photo or a clip is deleted by whose it is, a moderator or an admin. */
export const mayDelete = (viewer: { id: number; role: Role }, ownerId: number): boolean =>
  viewer.id === ownerId || isStaff(viewer);

/** Whether a mute holds. */
export const isMuted = ({ mutedUntil }: { mutedUntil: Date | null }, now: Date): boolean =>
  mutedUntil !== null && mutedUntil > now;

/** @throws AppError muted, with the time it ends, for who is not to be heard just now. */
export function refuseMuted(user: { mutedUntil: Date | null }, now: Date): void {
  if (user.mutedUntil && isMuted(user, now))
    throw new AppError('muted', MODERATION_REFUSALS.muted(user.mutedUntil));
}
