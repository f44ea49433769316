import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { makeProfile, PHOTO, RIVAL } from '../../testing/fixtures.ts';
import { answer, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { GalleryPage } from './gallery-page.tsx';

const page = { route: '/player/gallery/$userId', at: '/gallery/2' };

it("shows a player's photos without an upload button", async () => {
  answer('GET /api/profiles/{id}', makeProfile(RIVAL));
  answer('GET /api/photos/user/{userId}', { photos: [PHOTO], nextCursor: null });
  await renderWithProviders(<GalleryPage />, page);
  expect(await screen.findByRole('img', { name: PHOTO.caption })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: PHOTO_TEXTS.add })).not.toBeInTheDocument();
});

it('shows that there is no such gallery', async () => {
  answer('GET /api/profiles/{id}', failure('notFound'));
  await renderWithProviders(<GalleryPage />, page);
  expect(await screen.findByText(PHOTO_TEXTS.notFound)).toBeInTheDocument();
});
