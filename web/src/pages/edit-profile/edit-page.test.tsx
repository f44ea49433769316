import { PROFILE_TEXT_FIELDS } from '@rivalhold/shared/profiles.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MYSELF, makeProfile } from '../../testing/fixtures.ts';
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
