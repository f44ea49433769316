import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { PasswordDialog } from './password-dialog.tsx';

const TEXTS = {
  title: 'Confirm it',
  description: 'This needs your password.',
  password: 'Your password',
  passwordMissing: 'Enter your password',
  cancel: 'Cancel',
  confirm: 'Do it',
  failed: 'Failed to do it.',
};

it('sends the password once, and stays open until the response', async () => {
  const reply = Promise.withResolvers<string>();
  const sent: object[] = [];
  const done: string[] = [];
  let closed = 0;
  const { user } = await renderWithProviders(
    <PasswordDialog
      open
      onClose={() => closed++}
      texts={TEXTS}
      send={(body) => {
        sent.push(body);
        return reply.promise;
      }}
      onDone={(result) => void done.push(result)}
    />,
  );
  const dialog = within(await screen.findByRole('dialog', { name: TEXTS.title }));
  await user.click(dialog.getByRole('button', { name: TEXTS.confirm }));
  expect(await dialog.findByText(TEXTS.passwordMissing)).toBeInTheDocument();
  const field = dialog.getByLabelText(TEXTS.password);
  await user.type(field, 'secret');
  await user.dblClick(dialog.getByRole('button', { name: TEXTS.confirm }));
  await user.click(dialog.getByRole('button', { name: TEXTS.cancel }));
  expect([sent, closed]).toEqual([[{ password: 'secret' }], 0]);
  reply.resolve('done');
  await waitFor(() => expect(done).toEqual(['done']));
  await waitFor(() => expect(field).toHaveValue(''));
});
