import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { PLAYER_PATHS } from '@rivalhold/shared/pages.ts';
import { expect, it } from 'vitest';
import { menuItems } from './menu.ts';

const ME = { id: 7, username: 'Mira', role: 'player' } as SessionUser;

it('shows the staff entry of the menu to staff only', () => {
  const linksOf = (role: SessionUser['role']) => menuItems({ ...ME, role }).map(({ link }) => link.to);
  expect(linksOf('player')).not.toContain('/admin');
  expect(linksOf('moderator')).toContain('/admin');
  expect(linksOf('player')).toContain('/profiles/$userId');
});

/** Pages with a link in the navbar, at the coin balance or from the payment provider. */
const LINKED_ELSEWHERE = ['/coins', '/purchase/success', '/purchase/cancel', '/dm'];

it('links players to every page that other parts of the site do not link to', () => {
  const links: unknown[] = menuItems(ME).map(({ link }) => link.to);
  const pages = PLAYER_PATHS.filter((path) => !path.includes('{'));
  expect(pages.filter((path) => !links.includes(path))).toEqual(LINKED_ELSEWHERE);
});
