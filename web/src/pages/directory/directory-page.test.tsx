import { DIRECTORY_TEXTS } from '@rivalhold/shared/texts/directory.ts';
import { FRIEND_TEXTS } from '@rivalhold/shared/texts/friends.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MYSELF, makeProfile, RIVAL, STATS } from '../../testing/fixtures.ts';
import { answer, calls, failure, listPage } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { DirectoryPage, PlayerCard } from './directory-page.tsx';

const page = { route: '/player/directory', at: '/directory' };

it('keeps the search in the URL, and clears the search with a button', async () => {
  answer('GET /api/profiles', ({ query }) => listPage(query.search ? [] : [makeProfile(RIVAL)]));
  const { user, path } = await renderWithProviders(<DirectoryPage />, page);
  expect(await screen.findByText(DIRECTORY_TEXTS.found(1, false))).toBeInTheDocument();
  const search = screen.getByRole('searchbox', { name: DIRECTORY_TEXTS.search });
  await user.type(search, 'hero');
  expect(await screen.findByText(DIRECTORY_TEXTS.empty)).toBeInTheDocument();
  // The page waits for a pause in typing before it searches.
  const searches = calls('GET /api/profiles').flatMap(({ query }) => query.search ?? []);
  expect(searches).toEqual(['hero']);
  await waitFor(() => expect(path()).toBe('/directory?search=hero'));
  const [clear] = screen.getAllByRole('button', { name: DIRECTORY_TEXTS.clear });
  await user.click(clear as HTMLElement);
  await waitFor(() => expect(path()).toBe('/directory'));
  expect(search).toHaveFocus();
  expect(search).toHaveValue('');
});

it('loads more players on demand, and offers to load the list again after a failure', async () => {
  answer('GET /api/profiles', failure('forbidden'));
  const { user } = await renderWithProviders(<DirectoryPage />, page);
  expect(await screen.findByText(DIRECTORY_TEXTS.failed)).toBeInTheDocument();
  answer('GET /api/profiles', ({ query }) =>
    query.cursor
      ? listPage([makeProfile({ ...RIVAL, id: 3, username: 'Cato' })])
      : listPage([makeProfile(RIVAL)], 'next'),
  );
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(DIRECTORY_TEXTS.found(1, true))).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  expect(await screen.findByText(DIRECTORY_TEXTS.found(2, false))).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Cato' })).toBeInTheDocument();
});

it.each([
  ['1.5', DIRECTORY_TEXTS.minLevelWhole],
  ['0', DIRECTORY_TEXTS.minLevelError],
  ['-3', DIRECTORY_TEXTS.minLevelError],
  ['ten', DIRECTORY_TEXTS.minLevelWhole],
])('does not send a minimum level of %s, and shows why', async (entered, error) => {
  answer('GET /api/profiles', listPage([makeProfile(RIVAL)]));
  const { user, path } = await renderWithProviders(<DirectoryPage />, page);
  const level = screen.getByRole('textbox', { name: DIRECTORY_TEXTS.minLevel });
  await user.type(level, `${entered}{Enter}`);
  expect(level).toHaveAccessibleDescription(expect.stringContaining(error));
  await waitFor(() => expect(path()).toBe(`/directory?minLevel=${entered}`));
  expect(level).toHaveValue(entered);
  await user.clear(level);
  await user.type(level, '3{Enter}');
  expect(level).not.toHaveAccessibleDescription(expect.stringContaining(error));
  await waitFor(() => expect(calls('GET /api/profiles').at(-1)?.query).toMatchObject({ minLevel: '3' }));
  expect(calls('GET /api/profiles').map(({ query }) => query.minLevel)).not.toContain(entered);
});

it('shows why the minimum level in the URL is not applied', async () => {
  answer('GET /api/profiles', listPage([makeProfile(RIVAL)]));
  await renderWithProviders(<DirectoryPage />, { ...page, at: '/directory?minLevel=-3' });
  const level = await screen.findByRole('textbox', { name: DIRECTORY_TEXTS.minLevel });
  expect(level).toHaveValue('-3');
  expect(level).toHaveAccessibleDescription(expect.stringContaining(DIRECTORY_TEXTS.minLevelError));
});

it('lists the players with the nearest levels first', async () => {
  answer('GET /api/profiles', ({ query }) => listPage(query.online ? [] : [makeProfile(RIVAL)]));
  const { user, path } = await renderWithProviders(<DirectoryPage />, page);
  expect(await screen.findByText(DIRECTORY_TEXTS.byLevel)).toBeInTheDocument();
  expect(calls('GET /api/profiles').at(-1)?.query).toEqual({ sort: 'level' });
  const online = screen.getByRole('button', { name: DIRECTORY_TEXTS.toggles.online });
  await user.click(online);
  expect(await screen.findByText(DIRECTORY_TEXTS.emptyToggled)).toBeInTheDocument();
  expect(path()).toBe('/directory?online=true');
  expect(online).toHaveAttribute('aria-pressed', 'true');
  await user.type(screen.getByRole('searchbox', { name: DIRECTORY_TEXTS.search }), 'bj{Enter}');
  await waitFor(() => expect(path()).toBe('/directory?search=bj&online=true'));
  await user.click(online);
  await waitFor(() => expect(path()).toBe('/directory?search=bj'));
  expect(await screen.findByText(DIRECTORY_TEXTS.found(1, false))).toBeInTheDocument();
  expect(screen.queryByText(DIRECTORY_TEXTS.byLevel)).not.toBeInTheDocument();
  expect(calls('GET /api/profiles').at(-1)?.query).toEqual({ search: 'bj' });
});

it.each([
  [STATS.level, true, null],
  [STATS.level + 1, true, null],
  [STATS.level + 3, false, '3 levels above you'],
])('compares level %i with the level of the viewer', async (level, isFair, compared) => {
  answer('GET /api/game/{userId}', { stats: STATS, inventory: [] });
  await renderWithProviders(<PlayerCard player={makeProfile({ ...RIVAL, level })} />);
  const texts = [isFair && DIRECTORY_TEXTS.fair, compared].filter((text) => typeof text === 'string');
  for (const text of texts) expect(await screen.findByText(text, { exact: false })).toBeInTheDocument();
  if (!isFair) expect(screen.queryByText(DIRECTORY_TEXTS.fair)).not.toBeInTheDocument();
});

it('offers a challenge only on the cards of other players', async () => {
  const view = await renderWithProviders(<PlayerCard player={makeProfile(RIVAL)} />);
  expect(screen.getByRole('link', { name: /Challenge/ })).toHaveAttribute('href', '/fight/2');
  view.unmount();
  await renderWithProviders(<PlayerCard player={makeProfile(MYSELF)} />);
  expect(screen.queryByRole('link', { name: /Challenge/ })).not.toBeInTheDocument();
  expect(screen.getByText(FRIEND_TEXTS.chip.self)).toBeInTheDocument();
});
