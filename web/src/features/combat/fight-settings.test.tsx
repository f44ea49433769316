import { FIGHT_SETTINGS_TEXTS as TEXTS } from '@rivalhold/shared/texts/fight-settings.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { FightSettingsCard } from './components/fight-settings-card.tsx';

const settings = { liveChallenges: 'everybody' as const, doubleTime: false, watchers: null };

it('saves a setting for live fights, and links to the fight style', async () => {
  answer('GET /api/combat/settings', settings);
  answer('PUT /api/combat/settings', { ...settings, liveChallenges: 'friends' });
  const { user } = await renderWithProviders(<FightSettingsCard />);
  await user.selectOptions(await screen.findByLabelText(TEXTS.liveChallenges), 'friends');
  await waitFor(() =>
    expect(calls('PUT /api/combat/settings')[0]?.body).toEqual({ ...settings, liveChallenges: 'friends' }),
  );
  expect(screen.getByRole('link', { name: TEXTS.toStyle })).toHaveAttribute('href', '/fight-style');
});

it('saves who can watch the player’s fights, and restores the default', async () => {
  answer('GET /api/combat/settings', settings);
  answer('PUT /api/combat/settings', ({ body }) => body);
  const { user } = await renderWithProviders(<FightSettingsCard />);
  const watchers = await screen.findByLabelText(TEXTS.watchers);
  expect(watchers).toHaveValue('default');
  await user.selectOptions(watchers, 'fighters');
  await waitFor(() => expect(watchers).toHaveValue('fighters'));
  await user.selectOptions(watchers, 'default');
  await waitFor(() =>
    expect(calls('PUT /api/combat/settings').map(({ body }) => body)).toEqual([
      { ...settings, watchers: 'fighters' },
      settings,
    ]),
  );
});

it('reverts a setting if the server rejects the change', async () => {
  answer('GET /api/combat/settings', settings);
  answer('PUT /api/combat/settings', failure('invalid'));
  const { user } = await renderWithProviders(<FightSettingsCard />);
  const more = await screen.findByRole('checkbox', { name: TEXTS.doubleTime });
  await user.click(more);
  await waitFor(() => expect(more).not.toBeChecked());
});

it('offers a retry when the settings cannot be loaded', async () => {
  answer('GET /api/combat/settings', failure('forbidden'));
  const { user } = await renderWithProviders(<FightSettingsCard />);
  expect(await screen.findByText(TEXTS.loadFailed)).toBeInTheDocument();
  answer('GET /api/combat/settings', settings);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText(TEXTS.liveChallenges)).toHaveValue('everybody');
});
