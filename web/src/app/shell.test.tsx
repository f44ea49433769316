import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer } from '../testing/network.ts';
import { renderWithProviders } from '../testing/render.tsx';
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
