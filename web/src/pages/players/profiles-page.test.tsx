import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { makeProfile, RIVAL } from '../../testing/fixtures.ts';
import { answer, failure, listPage } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { ProfilesPage } from './profiles-page.tsx';

it('lists all players page by page', async () => {
  answer('GET /api/profiles', ({ query }) =>
    query.cursor ? failure('forbidden') : listPage([makeProfile(RIVAL)], 'next'),
  );
  const { user } = await renderWithProviders(<ProfilesPage />);
  await user.click(await screen.findByRole('button', { name: 'Load more' }));
  expect(await screen.findByText(PROFILE_TEXTS.listFailed)).toBeInTheDocument();
  answer('GET /api/profiles', () => listPage([makeProfile({ ...RIVAL, id: 3, username: 'Cato' })]));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Cato')).toBeInTheDocument();
  expect(screen.getByText('Bjorn')).toBeInTheDocument();
  expect(screen.getByText(PROFILE_TEXTS.listEnd)).toBeInTheDocument();
});

it('lists players even if fields are missing or nested in the response', async () => {
  answer('GET /api/profiles', () =>
    listPage([
      { id: 2, username: 'Bjorn' },
      { id: 3, profile: { username: 'Cato', level: 8 } },
    ]),
  );
  await renderWithProviders(<ProfilesPage />);
  expect(await screen.findByText('Bjorn')).toBeInTheDocument();
  expect(screen.getByText('Cato')).toBeInTheDocument();
  for (const level of [1, 8]) expect(screen.getByText(PROFILE_TEXTS.level(level))).toBeInTheDocument();
  expect(screen.getAllByText(PROFILE_TEXTS.defaultStatus)).toHaveLength(2);
});
