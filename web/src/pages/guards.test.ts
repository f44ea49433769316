import { isNotFound } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { setSession } from '../entities/session/api.ts';
import { ME } from '../testing/fixtures.ts';
import { requireOther, requireOwn } from './guards.ts';

/** Call a guard as the player `ME` with a user id in the path. Return what it throws. */
function thrownBy(guard: typeof requireOwn, userId: string): unknown {
  setSession(ME);
  try {
    return guard({ params: { userId } });
  } catch (error) {
    return error;
  }
}

it('lets players open their own edit page, and redirects them from the edit page of another player', () => {
  expect(thrownBy(requireOwn, String(ME.id))).toBeUndefined();
  const userId = String(ME.id + 1);
  expect(thrownBy(requireOwn, userId)).toMatchObject({
    options: { to: '/profiles/$userId', params: { userId }, replace: true },
  });
  expect(isNotFound(thrownBy(requireOwn, 'x'))).toBe(true);
});

it.each(['abc', '0', '', String(ME.id)])(
  'redirects the conversation with “%s” to the list of conversations',
  (userId) => {
    expect(thrownBy(requireOther, userId)).toMatchObject({ options: { to: '/dm', replace: true } });
  },
);

it('opens the conversation with another player', () => {
  expect(thrownBy(requireOther, String(ME.id + 1))).toBeUndefined();
});
