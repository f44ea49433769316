import { expect, it } from 'vitest';
import { canDeleteProfileComment } from './api.ts';

it('lets only the author and admins delete a comment', () => {
  const theirs = { id: 1, userId: 7, username: 'Mira', avatarUrl: null, body: 'Well fought!', createdAt: '' };
  expect(canDeleteProfileComment({ id: 7, role: 'player' }, theirs)).toBe(true);
  expect(canDeleteProfileComment({ id: 8, role: 'admin' }, theirs)).toBe(true);
  expect(canDeleteProfileComment({ id: 8, role: 'moderator' }, theirs)).toBe(false);
});
