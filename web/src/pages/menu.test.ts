import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { expect, it } from 'vitest';
import { menuItems } from './menu.ts';

const ME = { id: 7, username: 'Mira', role: 'player' } as SessionUser;

it('shows the staff entry of the menu to staff only', () => {
  const linksOf = (role: SessionUser['role']) => menuItems({ ...ME, role }).map(({ link }) => link.to);
  expect(linksOf('player')).not.toContain('/admin');
  expect(linksOf('moderator')).toContain('/admin');
  expect(linksOf('player')).toContain('/profiles/$userId');
});
