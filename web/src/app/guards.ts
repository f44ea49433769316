import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { getSession } from '../entities/session/api.ts';
import { openAccountDialog } from '../features/accounts/open-dialog.ts';
import { HIDDEN_TOKEN } from '../lib/link-token.ts';
import { saveReturnPath } from '../lib/return-path.ts';

type GuardContext = { location: ParsedLocation; preload: boolean; cause: 'preload' | 'enter' | 'stay' };

/**
 * Redirect a visitor without a session to the landing page and save the requested path. Also open the log-in dialog,
 * unless the visitor has just logged out.
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

/**
 * Move the token of a link from the URL to the state of the history entry, so that later requests and the browser's
 * history do not contain the token. The page reads the token with `useLinkToken`.
 */
export function hideToken({
  location: { pathname },
  params,
}: GuardContext & { params: { token?: string } }): void {
  if (params.token === HIDDEN_TOKEN) return;
  const to = `${pathname.slice(0, pathname.lastIndexOf('/'))}/${HIDDEN_TOKEN}`;
  throw redirect({ to, state: { linkToken: params.token }, replace: true });
}
