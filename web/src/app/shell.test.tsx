import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { PAGE_TITLES } from '@rivalhold/shared/texts/page-titles.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer } from '../testing/network.ts';
import { renderWithProviders } from '../testing/render.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { Shell } from './shell.tsx';

it('shows the tab bar to players only', async () => {
  answer('GET /api/combat/open', []);
  answer('GET /api/dms/unread/count', { unreadCount: 0 });
  answer('GET /api/friend-requests', []);
  const player = await renderWithProviders(<Shell />);
  expect(await screen.findByRole('navigation', { name: MENU_TEXTS.tabs })).toBeInTheDocument();
  player.unmount();

  await renderWithProviders(<Shell />, { me: null });
  expect(screen.getByRole('main')).toBeInTheDocument();
  expect(screen.queryByRole('navigation', { name: MENU_TEXTS.tabs })).not.toBeInTheDocument();
});

it('links to the pages about the site in the footer', async () => {
  await renderWithProviders(<Shell />, { me: null });
  const footer = within(screen.getByRole('contentinfo'));
  for (const [name, path] of [
    [PAGE_TITLES.terms, '/terms'],
    [PAGE_TITLES.privacy, '/privacy'],
    [PAGE_TITLES.support, '/support'],
    [PAGE_TITLES.faq, '/faq'],
    [PAGE_TITLES.guide, '/guide'],
    [SHELL_TEXTS.source, '/support#source'],
  ] as const)
    expect(footer.getByRole('link', { name })).toHaveAttribute('href', path);
});

it('shows that a page does not exist, and links to the home page', async () => {
  await renderWithProviders(<NotFoundPage />, { me: null });
  expect(screen.getByRole('heading', { name: '404 - Page Not Found' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: SHELL_TEXTS.home })).toHaveAttribute('href', '/');
});
