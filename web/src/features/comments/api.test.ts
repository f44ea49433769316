import { expect, it } from 'vitest';
import { mayDelete } from './api.ts';

it('lets only the author and admins delete a comment', () => {
  const theirs = { id: 1, userId: 7, username: 'Mira', avatarUrl: null, body: 'Well fought!', createdAt: '' };
  expect(mayDelete({ id: 7, role: 'player' }, theirs)).toBe(true);
  expect(mayDelete({ id: 8, role: 'admin' }, theirs)).toBe(true);
  expect(mayDelete({ id: 8, role: 'moderator' }, theirs)).toBe(false);
});
