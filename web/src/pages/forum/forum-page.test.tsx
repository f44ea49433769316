import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, calls } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { ForumPage } from './forum-page.tsx';

it('keeps the category and the sort order in the URL', async () => {
  answer('GET /api/forum-categories', [
    { id: 2, slug: 'inn', title: 'Inn', description: 'Anything', threadCount: 1 },
  ]);
  answer('GET /api/forum-threads', { threads: [], total: 0, page: 1, size: 20 });
  const { user, path } = await renderWithProviders(<ForumPage />, { route: '/player/forum', at: '/forum' });
  expect(screen.getByText(FORUM_TEXTS.select)).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: /Inn/ }));
  await waitFor(() => expect(path()).toBe('/forum?category=2'));
  await user.selectOptions(
    screen.getByRole('combobox', { name: FORUM_TEXTS.sort }),
    FORUM_TEXTS.sorts.newest,
  );
  await waitFor(() =>
    expect(calls('GET /api/forum-threads').at(-1)?.query).toMatchObject({ categoryId: '2', sort: 'newest' }),
  );
  await user.click(await screen.findByRole('button', { name: FORUM_TEXTS.showAll }));
  await waitFor(() => expect(path()).toBe('/forum?sort=newest'));
});
