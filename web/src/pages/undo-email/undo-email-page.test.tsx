import { EMAIL_CHANGE_TEXTS as TEXTS } from '@rivalhold/shared/texts/email-change.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { UndoEmailPage } from './undo-email-page.tsx';

it('undoes an email change only after the button is pressed', async () => {
  answer('POST /api/users/undo-email-change/{token}', failure('invalidToken', 'Too old.'));
  const { user } = await renderWithProviders(<UndoEmailPage />, {
    me: null,
    route: '/undo-email/$token',
    at: '/undo-email/abc',
  });
  const button = screen.getByRole('button', { name: TEXTS.undo });
  await user.click(button);
  expect(await screen.findByText('Too old.')).toBeInTheDocument();
  answer('POST /api/users/undo-email-change/{token}', { message: TEXTS.undone });
  await user.click(button);
  expect(await screen.findByText(TEXTS.undone)).toBeInTheDocument();
  const tokens = calls('POST /api/users/undo-email-change/{token}').map(({ params }) => params.token);
  expect(tokens).toEqual(['abc', 'abc']);
});
