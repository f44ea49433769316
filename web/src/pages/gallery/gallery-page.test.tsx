import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ME, makeProfile, PHOTO, RIVAL } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { GalleryPage, MyGalleryPage } from './gallery-page.tsx';

const page = { route: '/player/gallery/$userId', at: '/gallery/2' };

it("shows another player's photos without an upload button", async () => {
  answer('GET /api/profiles/{id}', makeProfile(RIVAL));
  answer('GET /api/photos/user/{userId}', { photos: [PHOTO], nextCursor: null });
  await renderWithProviders(<GalleryPage />, page);
  expect(await screen.findByRole('img', { name: PHOTO.caption })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: PHOTO_TEXTS.add })).not.toBeInTheDocument();
});

it('shows that a gallery does not exist', async () => {
  answer('GET /api/profiles/{id}', failure('notFound'));
  await renderWithProviders(<GalleryPage />, page);
  expect(await screen.findByText(PHOTO_TEXTS.notFound)).toBeInTheDocument();
});

it("requests the player's own photos with `owner=me`, page by page", async () => {
  answer('GET /api/photos', ({ query }) =>
    query.cursor
      ? { photos: [{ ...PHOTO, id: 8, caption: 'The anvil' }], nextCursor: null }
      : { photos: [PHOTO], nextCursor: 'next' },
  );
  const view = await renderWithProviders(<MyGalleryPage />);
  await view.user.click(await screen.findByRole('button', { name: 'Load more' }));
  expect(await screen.findByRole('img', { name: 'The anvil' })).toBeInTheDocument();
  view.unmount();
  await renderWithProviders(<GalleryPage />, { ...page, at: `/gallery/${ME.id}` });
  expect(await screen.findByRole('img', { name: PHOTO.caption })).toBeInTheDocument();
  const [first, second] = calls('GET /api/photos').map(({ query }) => query);
  expect([first, second]).toEqual([{ owner: 'me' }, { owner: 'me', cursor: 'next' }]);
  expect(calls('GET /api/photos/user/{userId}')).toEqual([]);
});
