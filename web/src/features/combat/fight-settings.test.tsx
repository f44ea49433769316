import { FIGHT_SETTINGS_TEXTS as TEXTS } from '@rivalhold/shared/texts/fight-settings.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { FightSettingsCard } from './components/fight-settings-card.tsx';

const settings = { challenges: 'everybody' as const, doubleTime: false };
const style = { temperament: 'careful' as const, lines: [], defended: 2 };

it('saves the style and the settings for live fights', async () => {
  answer('GET /api/style', style);
  answer('GET /api/combat/settings', settings);
  answer('PUT /api/style', { ...style, temperament: 'bold' });
  answer('PUT /api/combat/settings', { challenges: 'friends', doubleTime: false });
  const { user } = await renderWithProviders(<FightSettingsCard />);
  const chosen = await screen.findByLabelText(TEXTS.style);
  expect(chosen).toHaveValue('careful');
  expect(screen.getByText(TEXTS.defended(2), { exact: false })).toBeInTheDocument();
  await user.selectOptions(chosen, 'bold');
  await waitFor(() =>
    expect(calls('PUT /api/style')[0]?.body).toEqual({ temperament: 'bold', lines: null }),
  );
  await user.selectOptions(screen.getByLabelText(TEXTS.challenges), 'friends');
  await waitFor(() =>
    expect(calls('PUT /api/combat/settings')[0]?.body).toEqual({ challenges: 'friends', doubleTime: false }),
  );
  expect(screen.queryByRole('option', { name: TEXTS.ownLines })).not.toBeInTheDocument();
});

it('reverts a rejected choice, and keeps own lines until another style is chosen', async () => {
  answer('GET /api/style', { ...style, temperament: null });
  answer('GET /api/combat/settings', settings);
  answer('PUT /api/combat/settings', failure('invalid'));
  const { user } = await renderWithProviders(<FightSettingsCard />);
  expect(await screen.findByLabelText(TEXTS.style)).toHaveValue('own');
  const more = screen.getByRole('checkbox', { name: TEXTS.doubleTime });
  await user.click(more);
  await waitFor(() => expect(more).not.toBeChecked());
});

it('offers a retry when the settings cannot be loaded', async () => {
  answer('GET /api/style', failure('forbidden'));
  answer('GET /api/combat/settings', settings);
  const { user } = await renderWithProviders(<FightSettingsCard />);
  expect(await screen.findByText(TEXTS.loadFailed)).toBeInTheDocument();
  answer('GET /api/style', style);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText(TEXTS.challenges)).toHaveValue('everybody');
});
