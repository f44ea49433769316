import { FORUM_CATEGORY_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ADMIN, MODERATOR } from '../../testing/fixtures.ts';
import { answer, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { CategoriesPage } from './categories-page.tsx';

const categories = [{ id: 1, slug: 'steel', title: 'Steel', description: '', threadCount: 0 }];

it('lets moderators edit categories, but only admins delete them', async () => {
  answer('GET /api/forum-categories', categories);
  const view = await renderWithProviders(<CategoriesPage />, { me: MODERATOR });
  expect(
    await screen.findByRole('button', { name: FORUM_CATEGORY_TEXTS.editOf('Steel') }),
  ).toBeInTheDocument();
  expect(
    screen.queryByRole('button', { name: FORUM_CATEGORY_TEXTS.deleteOf('Steel') }),
  ).not.toBeInTheDocument();
  view.unmount();
  await renderWithProviders(<CategoriesPage />, { me: ADMIN });
  expect(
    await screen.findByRole('button', { name: FORUM_CATEGORY_TEXTS.deleteOf('Steel') }),
  ).toBeInTheDocument();
});

it('offers a retry after a failed load', async () => {
  answer('GET /api/forum-categories', failure('forbidden', 'No.'));
  const { user } = await renderWithProviders(<CategoriesPage />, { me: MODERATOR });
  expect(await screen.findByText('No.')).toBeInTheDocument();
  answer('GET /api/forum-categories', []);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(FORUM_CATEGORY_TEXTS.empty)).toBeInTheDocument();
});
