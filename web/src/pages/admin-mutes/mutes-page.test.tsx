import { MUTED_NOTICE_TEXTS } from '@rivalhold/shared/texts/moderation.ts';
import { MUTES_TEXTS } from '@rivalhold/shared/texts/mutes.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MODERATOR, minutesAgo } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { MutesPage } from './mutes-page.tsx';

it('lists mutes and suspensions, and lets staff end them', async () => {
  const player = { userId: 2, username: 'Bjorn', avatarUrl: null, mayChange: true };
  answer('GET /api/mod/mutes', [{ ...player, mutedUntil: minutesAgo(-60), reason: 'Spam', mutedBy: null }]);
  answer('GET /api/mod/suspensions', [{ ...player, until: null, reason: 'Cheating', suspendedBy: 'Cato' }]);
  answer('DELETE /api/mod/mute/{userId}', () => {
    answer('GET /api/mod/mutes', []);
    return { message: '' };
  });
  answer('DELETE /api/mod/suspensions/{userId}', () => {
    answer('GET /api/mod/suspensions', []);
    return { message: '' };
  });
  const { user } = await renderWithProviders(<MutesPage />, { me: MODERATOR });
  await user.click(await screen.findByRole('button', { name: MUTES_TEXTS.unmutePlayer('Bjorn') }));
  expect(await screen.findByText(MUTES_TEXTS.listEmpty)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: MUTES_TEXTS.liftOf('Bjorn') }));
  expect(await screen.findByText(MUTES_TEXTS.suspensionsEmpty)).toBeInTheDocument();
  expect(calls('DELETE /api/mod/mute/{userId}')).toHaveLength(1);
});

it('marks an expired mute, and does not offer to end it', async () => {
  const player = { userId: 2, username: 'Bjorn', avatarUrl: null, mayChange: true };
  answer('GET /api/mod/mutes', [{ ...player, mutedUntil: minutesAgo(1), reason: null, mutedBy: null }]);
  answer('GET /api/mod/suspensions', []);
  await renderWithProviders(<MutesPage />, { me: MODERATOR });
  expect(await screen.findByText(MUTED_NOTICE_TEXTS.over)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: MUTES_TEXTS.unmutePlayer('Bjorn') })).not.toBeInTheDocument();
});

it('shows that the muted players could not be loaded', async () => {
  answer('GET /api/mod/mutes', failure('internal'));
  answer('GET /api/mod/suspensions', []);
  await renderWithProviders(<MutesPage />, { me: MODERATOR });
  expect(await screen.findByText(MUTES_TEXTS.loadFailed)).toBeInTheDocument();
});
