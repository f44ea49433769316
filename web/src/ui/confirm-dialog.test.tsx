import { REASON_FIELD_TEXTS, RULE_TEXTS } from '@rivalhold/shared/texts/rules.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderWithProviders } from '../testing/render.tsx';
import { ConfirmDialog, type Question } from './confirm-dialog.tsx';
import type { Reason } from './reason-fields.tsx';

const REMOVE: Question = {
  title: 'Remove the post?',
  text: 'It disappears for everyone.',
  confirm: 'Remove',
};

/** Show a list. The button in each row asks `question`, and a confirmation removes the row. */
function List({ question, answers }: { question: Question; answers: (Reason | null)[] }) {
  const [rows, setRows] = useState(['First', 'Second']);
  const [rowToRemove, setRowToRemove] = useState<string | null>(null);
  const answer = (given: Reason | null) => {
    answers.push(given);
    if (given) setRows(rows.filter((row) => row !== rowToRemove));
    setRowToRemove(null);
  };
  return (
    <section>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <h3>{row}</h3>
            <button type="button" onClick={() => setRowToRemove(row)}>{`Remove ${row}`}</button>
          </li>
        ))}
      </ul>
      <ConfirmDialog question={question} open={rowToRemove !== null} answer={answer} />
    </section>
  );
}

async function ask(question: Question) {
  const answers: (Reason | null)[] = [];
  const { user } = await renderWithProviders(<List question={question} answers={answers} />);
  const open = () => user.click(screen.getByRole('button', { name: 'Remove First' }));
  await open();
  const dialog = await screen.findByRole('dialog', { name: question.title });
  return { user, answers, dialog, open };
}

it('focuses the cancel button first', async () => {
  const { user, answers, dialog } = await ask({ ...REMOVE, cancel: 'Keep it' });
  expect(dialog).toHaveAccessibleDescription('It disappears for everyone.');
  const cancel = screen.getByRole('button', { name: 'Keep it' });
  await waitFor(() => expect(cancel).toHaveFocus());
  await user.keyboard('{Enter}');
  expect(answers).toEqual([null]);
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: 'Remove First' })).toHaveFocus();
});

it('moves the focus to the next row after a removal', async () => {
  const { user, answers, dialog } = await ask(REMOVE);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus());
  await user.tab();
  expect(screen.getByRole('button', { name: 'Remove' })).toHaveFocus();
  await user.keyboard(' ');
  expect(answers).toEqual([{}]);
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Second' })).toHaveFocus());
});

it('does not confirm with a reason that is too long', async () => {
  const { user, answers } = await ask({ ...REMOVE, asksReason: true });
  const field = screen.getByRole('textbox', { name: REASON_FIELD_TEXTS.reason });
  const confirm = screen.getByRole('button', { name: 'Remove' });
  fireEvent.change(field, { target: { value: 'x'.repeat(501) } });
  expect(confirm).toHaveAttribute('aria-disabled', 'true');
  await user.click(confirm);
  expect(answers).toEqual([]);
  fireEvent.change(field, { target: { value: 'x'.repeat(500) } });
  expect(confirm).not.toHaveAttribute('aria-disabled');
  await user.selectOptions(screen.getByLabelText(REASON_FIELD_TEXTS.rule), RULE_TEXTS.spam);
  await user.click(confirm);
  expect(answers).toEqual([{ rule: 'spam', reason: 'x'.repeat(500) }]);
});

it('opens with an empty reason each time', async () => {
  const { user, answers, dialog, open } = await ask({ ...REMOVE, asksReason: true });
  await user.type(screen.getByRole('textbox', { name: REASON_FIELD_TEXTS.reason }), 'Advertising');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  await open();
  expect(await screen.findByRole('textbox', { name: REASON_FIELD_TEXTS.reason })).toHaveValue('');
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(answers).toEqual([null, { rule: 'other', reason: '' }]);
});
