import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { AppError } from '../../platform/errors.ts';
import { isMuted } from '../../platform/security/account-restrictions.ts';
import type { Session } from '../../platform/security/sessions.ts';
import { factorDue } from '../../platform/security/step-up.ts';
import type { Site } from '../../platform/site.ts';

/** Convert a session to the user data that its browser receives. */
export function toSessionUser(site: Site, session: Session): SessionUser {
  const { user } = session;
  const muted = isMuted(user, site.clock.now());
  return {
    ...user,
    isAdmin: user.role === 'admin',
    mutedUntil: muted ? (user.mutedUntil?.toISOString() ?? null) : null,
    muteReason: muted ? user.muteReason : null,
    factorDue: factorDue(site, user)?.toISOString() ?? null,
  };
}

/**
 * Reload and return the signed-in user after a change.
 * @throws AppError `unauthenticated` if the session has ended.
 */
export async function currentUser(site: Site, session: Session): Promise<SessionUser> {
  const now = await site.sessions.findByHash(session.tokenHash);
  if (!now) throw new AppError('unauthenticated');
  return toSessionUser(site, now);
}
