import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { isNotFound } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { setSession } from '../entities/session/api.ts';
import { requireOwn } from './guards.ts';

/** Call the guard of the page on which players edit their profile. Return what it throws. */
function openEditPage(userId: string): unknown {
  setSession({ id: 7, username: 'Mira', role: 'player' } as SessionUser);
  try {
    return requireOwn({ params: { userId } });
  } catch (error) {
    return error;
  }
}

it('lets players open their own edit page, and redirects them from the edit page of another player', () => {
  expect(openEditPage('7')).toBeUndefined();
  expect(openEditPage('8')).toMatchObject({
    options: { to: '/profiles/$userId', params: { userId: '8' }, replace: true },
  });
  expect(isNotFound(openEditPage('x'))).toBe(true);
});
