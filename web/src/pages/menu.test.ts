import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { PLAYER_PATHS, RENDERED_PATHS } from '@rivalhold/shared/pages.ts';
import { expect, it } from 'vitest';
import { SOCIAL_SECTIONS } from '../features/social/sections.ts';
import { isFightScreen, mainItems, menuItems, sectionOf, tabItems } from './menu.ts';

const ME = { id: 7, username: 'Mira', role: 'player' } as SessionUser;

it('shows the staff entry of the menu to staff only', () => {
  const linksOf = (role: SessionUser['role']) => menuItems({ ...ME, role }).map(({ link }) => link.to);
  expect(linksOf('player')).not.toContain('/admin');
  expect(linksOf('moderator')).toContain('/admin');
  expect(linksOf('player')).toContain('/profiles/$userId');
});

it('has a text for every entry of the menu', () => {
  for (const { text, link } of menuItems({ ...ME, role: 'admin' }))
    expect(text, String(link.to)).not.toBe('');
});

it('lists the menu entries of the specification in their specified order', () => {
  const texts = menuItems(ME).map(({ text }) => text);
  const specified = [
    'View Profile',
    'Edit Profile',
    'Dashboard',
    'Find Players',
    'Friends',
    'Support',
    'FAQ',
  ];
  expect(texts.filter((text) => specified.includes(text))).toEqual(specified);
});

/**
 * Pages that no menu links to. The coin balance, the payment provider, the settings or the fights page links to them.
 */
const LINKED_ELSEWHERE = [
  '/coins',
  '/purchase/success',
  '/purchase/cancel',
  '/decisions',
  '/safety',
  '/ranked',
];

it('offers a link to every player page that is not linked elsewhere', () => {
  const items = [...menuItems(ME), ...tabItems(ME.id)];
  const links: unknown[] = [...items.map(({ link }) => link.to), ...SOCIAL_SECTIONS.map(({ path }) => path)];
  const pages = PLAYER_PATHS.filter((path) => !path.includes('{'));
  expect(pages.filter((path) => !links.includes(path))).toEqual(LINKED_ELSEWHERE);
});

it('assigns every player page to exactly one tab', () => {
  for (const page of [...PLAYER_PATHS, ...RENDERED_PATHS]) {
    const section = sectionOf(page.replace(/\{\w+\}/, '8'), ME.id);
    const tabs = tabItems(ME.id).filter(({ sections }) => sections.includes(section!));
    expect(tabs, page).toHaveLength(1);
  }
  expect(sectionOf('/terms', ME.id)).toBeUndefined();
});

it('distinguishes a player’s own profile from the profiles of others', () => {
  for (const page of ['profiles', 'gallery', 'inventory']) {
    expect(sectionOf(`/${page}/7`, ME.id)).toBe('me');
    expect(sectionOf(`/${page}/8`, ME.id)).toBe('players');
  }
  expect(sectionOf('/profiles/7/edit', ME.id)).toBe('me');
});

it('links each entry of the navigation to a page in its own section', () => {
  for (const { link, sections } of [...mainItems(ME.id), ...tabItems(ME.id)])
    expect(sections).toContain(sectionOf(String(link.to).replace('$userId', '7'), ME.id));
});

it('recognizes the screens of running fights', () => {
  const isFight = (pathname: string, search = {}) => isFightScreen({ pathname, search });
  expect(isFight('/fight/8')).toBe(true);
  expect(isFight('/practice', { lesson: 'heal' })).toBe(true);
  expect(isFight('/practice')).toBe(false);
  expect(isFight('/fights')).toBe(false);
});
