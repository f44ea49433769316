import type { SecondFactors } from '@rivalhold/shared/contract/second-factors.ts';
import { PASSKEY_TEXTS } from '@rivalhold/shared/texts/passkeys.ts';
import { FACTOR_TEXTS as TEXTS } from '@rivalhold/shared/texts/second-factor-settings.ts';
import { SECOND_FACTOR_TEXTS } from '@rivalhold/shared/texts/second-factors.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../lib/api.ts';
import { minutesAgo } from '../../testing/fixtures.ts';
import { answer, calls, failure, listPage } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { FactorsCard } from './components/factors-card.tsx';
import { StepUpHost } from './components/step-up-host.tsx';

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

it('asks for the password before removing a passkey', async () => {
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

it('offers no passkeys where browsers do not allow them', async () => {
  vi.stubGlobal('isSecureContext', false);
  answer('GET /api/second-factors', NONE);
  await renderWithProviders(<FactorsCard />);
  expect(await screen.findByText(PASSKEY_TEXTS.needsDomain)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: TEXTS.addPasskey })).not.toBeInTheDocument();
});

describe('an action that requires step-up authentication', () => {
  const rejectOnce = () => {
    let isConfirmed = false;
    answer('GET /api/admin/users', () => (isConfirmed ? listPage([]) : failure('step_up')));
    answer('POST /api/step-up', ({ body }) => {
      if (body.code === '000000')
        return failure('invalid', undefined, { code: SECOND_FACTOR_TEXTS.wrongCode });
      isConfirmed = true;
      return { message: SECOND_FACTOR_TEXTS.confirmed };
    });
  };
  const proofs = () => calls('POST /api/step-up').map(({ body }) => body);

  it('runs again after the player enters a code', async () => {
    rejectOnce();
    answer('GET /api/second-factors', WITH_BOTH);
    const { user } = await renderWithProviders(<StepUpHost />);
    const actions = Promise.all([api('GET /api/admin/users'), api('GET /api/admin/users')]);
    const code = await screen.findByLabelText(PASSKEY_TEXTS.code);
    await waitFor(() => expect(code).toHaveFocus());
    await user.type(code, '000000{Enter}');
    expect(await screen.findByText(SECOND_FACTOR_TEXTS.wrongCode)).toBeInTheDocument();
    await user.clear(code);
    await user.type(code, '123456{Enter}');
    expect(await actions).toEqual([[], []]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(proofs()).toEqual([{ code: '000000' }, { code: '123456' }]);
  });

  it('asks for the password if there is no second factor', async () => {
    rejectOnce();
    answer('GET /api/second-factors', NONE);
    const { user } = await renderWithProviders(<StepUpHost />);
    const action = api('GET /api/admin/users');
    await user.type(await screen.findByLabelText(TEXTS.password), 'secret-password{Enter}');
    expect(await action).toEqual([]);
    expect(proofs()).toEqual([{ currentPassword: 'secret-password' }]);
  });

  it('fails if the prompt is cancelled', async () => {
    rejectOnce();
    answer('GET /api/second-factors', WITH_BOTH);
    const { user } = await renderWithProviders(<StepUpHost />);
    for (let n = 0; n < 2; n++) {
      const failed = expect(api('GET /api/admin/users')).rejects.toMatchObject({ status: 403 });
      await user.click(await button(TEXTS.cancel));
      await failed;
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    }
    expect(proofs()).toEqual([]);
  });
});

it('offers to load the second factors again after a failure', async () => {
  answer('GET /api/second-factors', failure('forbidden'));
  const { user } = await renderWithProviders(<FactorsCard />);
  const retry = await button('Try again');
  answer('GET /api/second-factors', WITH_BOTH);
  await user.click(retry);
  expect(await screen.findByText(PASSKEY.name)).toBeInTheDocument();
});
