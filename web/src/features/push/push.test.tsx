import type { PushState } from '@rivalhold/shared/contract/push.ts';
import { PUSH_TEXTS } from '@rivalhold/shared/texts/push.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { minutesAgo } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { pushQuery } from './api.ts';
import { PushCard, PushChoices } from './components/push-card.tsx';
import { QuietHoursCard } from './components/quiet-hours-card.tsx';

const settings = { message: true, fight: true, friendRequest: true, quiet: null };
const state: PushState = {
  key: 'key',
  endpoint: null,
  settings,
  devices: [{ id: 4, device: 'Firefox', current: false, createdAt: minutesAgo(90), sentAt: null }],
};

it('removes a device', async () => {
  answer('GET /api/push', state);
  answer('DELETE /api/push/devices/{id}', { ...state, devices: [] });
  const { user } = await renderWithProviders(<PushCard />);
  expect(await screen.findByText(PUSH_TEXTS.unsupported)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: new RegExp(`^${PUSH_TEXTS.remove} `) }));
  await waitFor(() => expect(screen.queryByText(PUSH_TEXTS.devices)).not.toBeInTheDocument());
  expect(calls('DELETE /api/push/devices/{id}')[0]?.params).toEqual({ id: '4' });
});

it('explains how to allow notifications after the player has denied them in the browser', async () => {
  const browser = { permission: 'default', requestPermission: async () => (browser.permission = 'denied') };
  vi.stubGlobal('Notification', browser);
  vi.stubGlobal('PushManager', class {});
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: {} });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });
  answer('GET /api/push', state);
  const { user } = await renderWithProviders(<PushCard />);
  await user.click(await screen.findByRole('button', { name: PUSH_TEXTS.turnOn }));
  expect(await screen.findByText(PUSH_TEXTS.denied)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: PUSH_TEXTS.turnOn })).not.toBeInTheDocument();
});

it('offers a retry when the settings cannot be loaded', async () => {
  answer('GET /api/push', failure('forbidden'));
  const { user } = await renderWithProviders(<PushCard />);
  expect(await screen.findByText(PUSH_TEXTS.loadFailed)).toBeInTheDocument();
  answer('GET /api/push', state);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('checkbox', { name: PUSH_TEXTS.message })).toBeChecked();
});

it('reverts a choice if the server rejects it', async () => {
  const reply = Promise.withResolvers<Response>();
  answer('PUT /api/push/settings', () => reply.promise);
  const { user } = await renderWithProviders(<PushChoices settings={settings} />);
  const fights = screen.getByRole('checkbox', { name: PUSH_TEXTS.fight });
  await user.click(fights);
  expect(fights).not.toBeChecked();
  reply.resolve(failure('invalid'));
  await waitFor(() => expect(fights).toBeChecked());
});

it('saves a quiet-hours time on blur', async () => {
  answer('PUT /api/push/settings', state);
  const quiet = { from: '22:00', to: '08:00', timeZone: 'UTC' };
  answer('GET /api/push', { ...state, settings: { ...settings, quiet } });
  const { user } = await renderWithProviders(<QuietHoursCard />);
  const from = await screen.findByLabelText(PUSH_TEXTS.from);
  await user.clear(from);
  await user.type(from, '21:30');
  expect(calls('PUT /api/push/settings')).toEqual([]);
  await user.tab();
  await waitFor(() => expect(calls('PUT /api/push/settings')[0]?.body.quiet?.from).toBe('21:30'));
});

it('keeps a time that the player is typing when the saved settings arrive', async () => {
  const saved = { ...settings, quiet: { from: '22:00', to: '08:00', timeZone: 'UTC' } };
  answer('GET /api/push', state);
  const reply = Promise.withResolvers<Response>();
  answer('PUT /api/push/settings', () => reply.promise);
  const { user } = await renderWithProviders(<QuietHoursCard />);
  // Until the settings are loaded, the checkbox is disabled.
  await waitFor(() => expect(screen.getByRole('checkbox', { name: PUSH_TEXTS.quietOn })).toBeEnabled());
  await user.click(screen.getByRole('checkbox', { name: PUSH_TEXTS.quietOn }));
  const from = screen.getByLabelText(PUSH_TEXTS.from);
  await user.clear(from);
  await user.type(from, '21:30');
  reply.resolve(Response.json({ ...state, settings: saved }));
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  await waitFor(() =>
    expect(queryClient.getQueryData(pushQuery.queryKey)?.settings.quiet).toEqual(saved.quiet),
  );
  expect(screen.getByLabelText(PUSH_TEXTS.from)).toBe(from);
  await user.tab();
  await waitFor(() => expect(calls('PUT /api/push/settings')[1]?.body.quiet?.from).toBe('21:30'));
});
