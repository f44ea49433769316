import { notFound, type ParsedLocation, redirect } from '@tanstack/react-router';
import { sessionNow } from '../entities/session/api.ts';
import { openAccountDialog } from '../features/accounts/open-dialog.ts';
import { rememberPlace } from '../lib/remembered-place.ts';

type Arrival = { location: ParsedLocation; preload: boolean; cause: 'preload' | 'enter' | 'stay' };

/**
 * Sends an anonymous visitor to the landing page and remembers where they wanted to go. Who has just come is asked to
 * log in for it; who has just left by themselves is not.
 */
export function requirePlayer({ location, preload, cause }: Arrival): void {
  if (sessionNow()) return;
  if (!preload) rememberPlace(location.href);
  if (cause === 'enter') void openAccountDialog('sign-in');
  throw redirect({ to: '/', replace: true });
}

/** Sends who is not staff away from the pages of the staff. */
export function requireStaff(): void {
  if (sessionNow()?.role === 'player') throw redirect({ to: '/', replace: true });
}

/** Sends a signed-in player from the landing page to the dashboard. */
export function requireGuest(): void {
  if (sessionNow()) throw redirect({ to: '/dashboard', replace: true });
}

const isId = (value: string) => /^[1-9]\d{0,15}$/.test(value);

/** An id in the path is a positive integer; anything else is no page. */
export function requireId({ params }: { params: Record<string, string> }): void {
  for (const value of Object.values(params)) if (!isId(value)) throw notFound();
}

/** What only its owner edits: somebody else's leads to their profile. */
export function requireOwn({ params }: { params: { userId: string } }): void {
  requireId({ params });
  if (Number(params.userId) !== sessionNow()?.id)
    throw redirect({ to: '/profiles/$userId', params, replace: true });
}

/** There is a conversation with everybody but oneself; any other address leads to the list of them. */
export function requireOther({ params: { userId } }: { params: { userId: string } }): void {
  if (!isId(userId) || Number(userId) === sessionNow()?.id) throw redirect({ to: '/dm', replace: true });
}
