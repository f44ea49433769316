import { notFound, redirect } from '@tanstack/react-router';
import { getSession } from '../entities/session/api.ts';

export type GuardTarget = { params: Record<string, string> };

const isId = (value: string) => /^[1-9]\d{0,15}$/.test(value);

/** Redirect a signed-in player from the landing page to the dashboard. */
export function requireGuest(): void {
  if (getSession()) throw redirect({ to: '/dashboard', replace: true });
}

/** Throw 'not found' unless every parameter in the path is a positive integer. */
export function requireId({ params }: GuardTarget): void {
  for (const value of Object.values(params)) if (!isId(value)) throw notFound();
}

/** Redirect from another player's edit page to that player's profile. */
export function requireOwn({ params }: GuardTarget): void {
  requireId({ params });
  const { userId = '' } = params;
  if (Number(userId) !== getSession()?.id)
    throw redirect({ to: '/profiles/$userId', params: { userId }, replace: true });
}

/** Redirect to the list of conversations unless the path names another player. */
export function requireOther({ params: { userId = '' } }: GuardTarget): void {
  if (!isId(userId) || Number(userId) === getSession()?.id) throw redirect({ to: '/dm', replace: true });
}
