import { CONFIRM_EMAIL_TEXTS } from '@rivalhold/shared/texts/confirm-email.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ME } from '../../testing/fixtures.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { SettingsPage } from './settings-page.tsx';

it("shows whether the player's email address is confirmed", async () => {
  const view = await renderWithProviders(<SettingsPage />);
  expect(screen.getByText(CONFIRM_EMAIL_TEXTS.confirmed)).toBeInTheDocument();
  view.unmount();
  await renderWithProviders(<SettingsPage />, { me: { ...ME, emailVerified: false } });
  expect(screen.getByRole('button', { name: CONFIRM_EMAIL_TEXTS.resend })).toBeInTheDocument();
});
