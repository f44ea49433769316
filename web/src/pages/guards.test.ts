import { expect, it } from 'vitest';
import { setSession } from '../entities/session/api.ts';
import { ME } from '../testing/fixtures.ts';
import { requireOther } from './guards.ts';

it.each(['abc', '0', '', String(ME.id)])(
  'redirects the conversation with “%s” to the list of conversations',
  (userId) => {
    setSession(ME);
    const redirection = { options: expect.objectContaining({ to: '/dm', replace: true }) };
    expect(() => requireOther({ params: { userId } })).toThrow(expect.objectContaining(redirection));
  },
);

it('opens the conversation with another player', () => {
  setSession(ME);
  expect(() => requireOther({ params: { userId: '2' } })).not.toThrow();
});
