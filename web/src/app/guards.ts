import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { getSession } from '../entities/session/api.ts';
import { openAccountDialog } from '../features/accounts/open-dialog.ts';
import { saveReturnPath } from '../lib/return-path.ts';

type GuardContext = { location: ParsedLocation; preload: boolean; cause: 'preload' | 'enter' | 'stay' };

/**
 * Redirect a visitor without a session to the landing page and save the requested path. Visitors who open the
 * page see the log-in dialog; those who have just logged out do not.
 */
export function requirePlayer({ location, preload, cause }: GuardContext): void {
  if (getSession()) return;
  if (!preload) saveReturnPath(location.href);
  if (cause === 'enter') void openAccountDialog('sign-in');
  throw redirect({ to: '/', replace: true });
}

/** Redirect players who are not staff away from the staff pages. */
export function requireStaff(): void {
  if (getSession()?.role === 'player') throw redirect({ to: '/', replace: true });
}
