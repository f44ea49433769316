import type { SecondFactors } from '@rivalhold/shared/contract/second-factors.ts';
import { FACTOR_TEXTS as TEXTS } from '@rivalhold/shared/texts/second-factor-settings.ts';
import { SECOND_FACTOR_TEXTS } from '@rivalhold/shared/texts/second-factors.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { minutesAgo } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { FactorsCard } from './components/factors-card.tsx';
// These components have state, so a structure test requires that a component test imports their files.
import './components/app-setup-form.tsx';
import './components/factor-dialogs.tsx';
import './components/proof-form.tsx';
import './components/recovery-codes.tsx';
import './components/rename-form.tsx';

const NONE: SecondFactors = { passkeys: [], app: null, recoveryCodes: 0 };
const PASSKEY = { id: 7, name: 'Blue key', createdAt: minutesAgo(90), lastUsedAt: null };
const WITH_BOTH: SecondFactors = {
  passkeys: [PASSKEY],
  app: { createdAt: minutesAgo(90), lastUsedAt: minutesAgo(5) },
  recoveryCodes: 1,
};
const button = (name: string) => screen.findByRole('button', { name });

beforeEach(() => vi.stubGlobal('isSecureContext', true));
afterEach(() => vi.unstubAllGlobals());

it('sets up an authenticator app, and shows the recovery codes once', async () => {
  answer('GET /api/second-factors', NONE);
  answer('POST /api/second-factors/app', { secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' });
  answer(
    'PUT /api/second-factors/app',
    failure('invalid', undefined, { code: SECOND_FACTOR_TEXTS.wrongCode }),
  );
  const { user } = await renderWithProviders(<FactorsCard />);
  await user.click(await button(TEXTS.setUpApp));
  await user.type(await screen.findByLabelText(TEXTS.password), 'secret-password{Enter}');
  expect(await screen.findByText('ABCD EFGH')).toBeInTheDocument();
  expect(screen.getByRole('img', { name: TEXTS.qrLabel })).toBeInTheDocument();
  await user.type(screen.getByLabelText(TEXTS.code), '000000{Enter}');
  expect(await screen.findByText(SECOND_FACTOR_TEXTS.wrongCode)).toBeInTheDocument();
  answer('PUT /api/second-factors/app', {
    message: SECOND_FACTOR_TEXTS.appAdded,
    recoveryCodes: ['AAAA-BBBB'],
  });
  answer('GET /api/second-factors', { ...WITH_BOTH, passkeys: [] });
  await user.clear(screen.getByLabelText(TEXTS.code));
  await user.type(screen.getByLabelText(TEXTS.code), '123456{Enter}');
  expect(await screen.findByText('AAAA-BBBB')).toBeInTheDocument();
  await user.click(await button(TEXTS.copy));
  expect(await navigator.clipboard.readText()).toBe('AAAA-BBBB');
  await user.click(await button(TEXTS.codesSaved));
  expect(await screen.findByText(TEXTS.codesLeft(1))).toBeInTheDocument();
  expect(calls('POST /api/second-factors/app').map(({ body }) => body)).toEqual([
    { currentPassword: 'secret-password' },
  ]);
});

it('asks for the password before it removes a passkey, and shows why that failed', async () => {
  answer('GET /api/second-factors', WITH_BOTH);
  answer(
    'DELETE /api/second-factors/passkeys/{id}',
    failure('invalid', undefined, { currentPassword: 'That’s not your current password' }),
  );
  const { user } = await renderWithProviders(<FactorsCard />);
  await user.click(await button(TEXTS.removeOf(PASSKEY.name)));
  await user.click(await button(TEXTS.remove));
  expect(await screen.findByText(TEXTS.passwordMissing)).toBeInTheDocument();
  await user.type(screen.getByLabelText(TEXTS.password), 'wrong-password{Enter}');
  expect(await screen.findByText('That’s not your current password')).toBeInTheDocument();
  answer('DELETE /api/second-factors/passkeys/{id}', { message: SECOND_FACTOR_TEXTS.passkeyRemoved });
  answer('GET /api/second-factors', { ...WITH_BOTH, passkeys: [] });
  await user.type(screen.getByLabelText(TEXTS.password), '2{Enter}');
  await waitFor(() => expect(screen.queryByText(PASSKEY.name)).not.toBeInTheDocument());
  expect(calls('DELETE /api/second-factors/passkeys/{id}').map(({ params }) => params.id)).toEqual([
    '7',
    '7',
  ]);
});

it('renames a passkey', async () => {
  answer('GET /api/second-factors', WITH_BOTH);
  answer('PATCH /api/second-factors/passkeys/{id}', { message: SECOND_FACTOR_TEXTS.passkeyRenamed });
  const { user } = await renderWithProviders(<FactorsCard />);
  await user.click(await button(TEXTS.renameOf(PASSKEY.name)));
  const field = await screen.findByLabelText(TEXTS.name);
  expect(field).toHaveValue(PASSKEY.name);
  await user.clear(field);
  answer('GET /api/second-factors', { ...WITH_BOTH, passkeys: [{ ...PASSKEY, name: 'Old phone' }] });
  await user.type(field, 'Old phone{Enter}');
  expect(await screen.findByText('Old phone')).toBeInTheDocument();
  expect(calls('PATCH /api/second-factors/passkeys/{id}').map(({ body }) => body)).toEqual([
    { name: 'Old phone' },
  ]);
});

it('offers no passkeys where browsers do not allow them, and says why', async () => {
  vi.stubGlobal('isSecureContext', false);
  answer('GET /api/second-factors', NONE);
  await renderWithProviders(<FactorsCard />);
  expect(await screen.findByText(SECOND_FACTOR_TEXTS.needsDomain)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: TEXTS.addPasskey })).not.toBeInTheDocument();
});

it('offers to load the factors again after a failure', async () => {
  answer('GET /api/second-factors', failure('forbidden'));
  const { user } = await renderWithProviders(<FactorsCard />);
  const retry = await button('Try again');
  answer('GET /api/second-factors', WITH_BOTH);
  await user.click(retry);
  expect(await screen.findByText(PASSKEY.name)).toBeInTheDocument();
});
