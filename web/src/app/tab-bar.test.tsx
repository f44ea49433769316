import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { PAGE_TITLES } from '@rivalhold/shared/texts/page-titles.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { SocialPage } from '../pages/social/social-page.tsx';
import { ME, minutesAgo, RIVAL } from '../testing/fixtures.ts';
import { answer } from '../testing/network.ts';
import { renderWithProviders } from '../testing/render.tsx';
import { connect } from '../testing/socket.ts';
import { TabBar } from './tab-bar.tsx';

beforeEach(() => {
  answer('GET /api/combat/open', [
    {
      id: 7,
      opponent: RIVAL,
      isAttacker: false,
      unseen: true,
      lastAt: minutesAgo(1),
      challengeExpiresAt: null,
      isRematch: false,
    },
  ]);
  answer('GET /api/dms/unread/count', { unreadCount: 2 });
  answer('GET /api/friend-requests', [{ id: 5, Sender: RIVAL, createdAt: minutesAgo(3) }]);
});

const named = (text: string, count: number) => new RegExp(`^${text}.* ${MENU_TEXTS.unseenCount(count)}$`);
const bar = () => screen.findByRole('navigation', { name: MENU_TEXTS.tabs });

it('counts new fights, messages and friend requests', async () => {
  await renderWithProviders(<TabBar me={ME} />, { at: '/dm/2' });
  await connect(ME.id);
  expect(await screen.findByRole('link', { name: named(MENU_TEXTS.fight, 1) })).toHaveAttribute(
    'href',
    '/fights',
  );
  const social = await screen.findByRole('link', { name: named(PAGE_TITLES.social, 3) });
  expect(social).toHaveAttribute('aria-current', 'true');
  const marked = within(await bar())
    .getAllByRole('link')
    .filter((link) => link.hasAttribute('aria-current'));
  expect(marked).toEqual([social]);
});

it('marks a tab as current if the page that it links to is open', async () => {
  await renderWithProviders(<TabBar me={ME} />, { at: '/store' });
  expect(await screen.findByRole('link', { name: MENU_TEXTS.storeTab })).toHaveAttribute(
    'aria-current',
    'page',
  );
});

it.each(['/fight/2', '/practice?partner=novice'])('hides the tab bar during the fight at %s', async (at) => {
  await renderWithProviders(<TabBar me={ME} />, { at });
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
});

it('hides the tab bar on a touch screen while a text field has the focus', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      Object.assign(new EventTarget(), { media, matches: media === '(pointer: coarse)' }) as MediaQueryList,
  );
  await renderWithProviders(
    <>
      <textarea aria-label="Text" />
      <button type="button">Send</button>
      <TabBar me={ME} />
    </>,
  );
  await bar();
  fireEvent.focusIn(screen.getByRole('textbox'));
  screen.getByRole('textbox').focus();
  await waitFor(() => expect(screen.queryByRole('navigation')).not.toBeInTheDocument());
  screen.getByRole('button').focus();
  // Right after the text field loses the focus, the bar is still hidden, so that nothing moves under the finger.
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  expect(await bar()).toBeInTheDocument();
  vi.restoreAllMocks();
});

it('keeps the tab bar on a device without a touch screen while a text field has the focus', async () => {
  await renderWithProviders(
    <>
      <textarea aria-label="Text" />
      <TabBar me={ME} />
    </>,
  );
  await bar();
  screen.getByRole('textbox').focus();
  expect(await bar()).toBeInTheDocument();
});

it('lists the pages of the Social tab with their counts of new items', async () => {
  await renderWithProviders(<SocialPage />);
  await connect(ME.id);
  expect(await screen.findByRole('link', { name: named(PAGE_TITLES.messages, 2) })).toHaveAttribute(
    'href',
    '/dm',
  );
  expect(await screen.findByRole('link', { name: named(PAGE_TITLES.friends, 1) })).toHaveAttribute(
    'href',
    '/friends',
  );
  expect(screen.getByRole('link', { name: new RegExp(PAGE_TITLES.lobby) })).toHaveAttribute('href', '/chat');
});
