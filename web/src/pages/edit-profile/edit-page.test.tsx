import { PROFILE_TEXT_FIELDS } from '@rivalhold/shared/profiles.ts';
import { EDIT_PROFILE_TEXTS } from '@rivalhold/shared/texts/edit-profile.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ME, MYSELF, makeProfile, minutesAgo } from '../../testing/fixtures.ts';
import { answer, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { EditPage } from './edit-page.tsx';

it('offers to load the profile again after a failure, and shows its values', async () => {
  answer('GET /api/profiles/{id}', failure('forbidden'));
  const { user } = await renderWithProviders(<EditPage />);
  expect(await screen.findByText(PROFILE_TEXTS.loadFailed)).toBeInTheDocument();
  answer('GET /api/profiles/{id}', makeProfile(MYSELF, { location: 'Bergen' }));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('textbox', { name: PROFILE_TEXT_FIELDS.location.label })).toHaveValue(
    'Bergen',
  );
});

it('shows muted players why they cannot publish', async () => {
  const me = { ...ME, mutedUntil: minutesAgo(-60), muteReason: 'Spam' };
  answer('GET /api/profiles/{id}', makeProfile(MYSELF));
  answer('PATCH /api/profiles/profile', failure('muted', 'You are muted.', { location: 'You are muted.' }));
  const { user } = await renderWithProviders(<EditPage />, { me });
  expect(screen.getByText('Spam')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: EDIT_PROFILE_TEXTS.choosePicture })).not.toBeInTheDocument();
  const location = await screen.findByRole('textbox', { name: PROFILE_TEXT_FIELDS.location.label });
  await user.type(location, 'Bergen');
  await user.click(screen.getByRole('button', { name: EDIT_PROFILE_TEXTS.save }));
  await waitFor(() => expect(location).toHaveAccessibleDescription('You are muted.'));
});

it('shows placeholders for the fields while the profile loads', async () => {
  const { container } = await renderWithProviders(<EditPage />);
  const cards = within(container.querySelector('[aria-busy="true"]') as HTMLElement);
  expect(cards.getByText(EDIT_PROFILE_TEXTS.about)).toBeInTheDocument();
  expect(cards.getByText(EDIT_PROFILE_TEXTS.account)).toBeInTheDocument();
});
