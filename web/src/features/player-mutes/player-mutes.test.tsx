import { ERROR_TEXTS } from '@rivalhold/shared/texts/errors.ts';
import { PLAYER_MUTE_TEXTS as TEXTS } from '@rivalhold/shared/texts/player-mutes.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RIVAL } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { MuteButton } from './components/mute-button.tsx';
import { MuteList } from './components/mute-list.tsx';

it('mutes a player with one press, and unmutes the player with another', async () => {
  answer('GET /api/blocks', []);
  answer('GET /api/player-mutes', []);
  answer('POST /api/player-mutes/{userId}', () => {
    answer('GET /api/player-mutes', [RIVAL]);
    return { message: '' };
  });
  answer('DELETE /api/player-mutes/{userId}', () => {
    answer('GET /api/player-mutes', []);
    return { message: '' };
  });
  const { user } = await renderWithProviders(<MuteButton player={RIVAL} />);
  const mute = screen.getByRole('button', { name: TEXTS.mutePlayer('Bjorn') });
  await waitFor(() => expect(mute).not.toHaveAttribute('aria-busy'));
  expect(mute).toHaveAccessibleDescription(TEXTS.mutedText);
  await user.click(mute);
  expect(await screen.findByText(TEXTS.muted('Bjorn'))).toBeInTheDocument();
  expect(screen.getByText(TEXTS.mutedText)).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: TEXTS.unmutePlayer('Bjorn') }));
  expect(await screen.findByRole('button', { name: TEXTS.mutePlayer('Bjorn') })).toBeInTheDocument();
  expect(calls('POST /api/player-mutes/{userId}')).toHaveLength(1);
});

it('mutes a player even if the list of muted players cannot be loaded', async () => {
  answer('GET /api/blocks', []);
  answer('GET /api/player-mutes', failure('forbidden'));
  const { user } = await renderWithProviders(<MuteButton player={RIVAL} />);
  const mute = screen.getByRole('button', { name: TEXTS.mutePlayer('Bjorn') });
  await waitFor(() => expect(mute).not.toHaveAttribute('aria-busy'));
  answer('POST /api/player-mutes/{userId}', () => {
    answer('GET /api/player-mutes', [RIVAL]);
    return { message: '' };
  });
  await user.click(mute);
  expect(await screen.findByRole('button', { name: TEXTS.unmutePlayer('Bjorn') })).toBeInTheDocument();
});

it('shows an error if both the list and the mute request fail', async () => {
  answer('GET /api/blocks', []);
  answer('GET /api/player-mutes', failure('forbidden'));
  answer('POST /api/player-mutes/{userId}', failure('unavailable'));
  const { user } = await renderWithProviders(<MuteButton player={RIVAL} />);
  const mute = screen.getByRole('button', { name: TEXTS.mutePlayer('Bjorn') });
  await waitFor(() => expect(mute).not.toHaveAttribute('aria-busy'));
  await user.click(mute);
  expect(await screen.findByText(ERROR_TEXTS.unavailable)).toBeInTheDocument();
  await waitFor(() => expect(mute).not.toHaveAttribute('aria-busy'));
});

it('unmutes a player from the list', async () => {
  answer('GET /api/blocks', []);
  answer('GET /api/player-mutes', [RIVAL]);
  answer('DELETE /api/player-mutes/{userId}', failure('unavailable'));
  const { user } = await renderWithProviders(<MuteList />);
  const unmute = await screen.findByRole('button', { name: TEXTS.unmutePlayer('Bjorn') });
  await user.click(unmute);
  await waitFor(() => expect(unmute).not.toHaveAttribute('aria-busy'));
  answer('DELETE /api/player-mutes/{userId}', () => {
    answer('GET /api/player-mutes', []);
    return { message: '' };
  });
  await user.click(unmute);
  expect(await screen.findByText(TEXTS.listEmpty)).toBeInTheDocument();
});

it('offers a retry when the list cannot be loaded', async () => {
  answer('GET /api/player-mutes', failure('forbidden'));
  const { user } = await renderWithProviders(<MuteList />);
  expect(await screen.findByText(TEXTS.listFailed)).toBeInTheDocument();
  answer('GET /api/player-mutes', []);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(TEXTS.listEmpty)).toBeInTheDocument();
});
