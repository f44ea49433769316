import { REASON_FIELD_TEXTS, RULE_TEXTS } from '@rivalhold/shared/texts/rules.ts';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fightInProgress } from '../lib/fight-in-progress.ts';
import { minutesAgo } from '../testing/fixtures.ts';
import { renderWithProviders } from '../testing/render.tsx';
import { Avatar } from './avatar.tsx';
import { Button } from './button.tsx';
import { confirm, confirmWithReason } from './confirm.tsx';
import { PasswordField } from './field.tsx';
import { FormOutcome } from './form-outcome.tsx';
import { announce, LiveRegion } from './live-region.tsx';
import { LoadMore } from './load-more.tsx';
import { QuestionPopover } from './question-popover.tsx';
import { RelativeTime } from './relative-time.tsx';
import { ListState } from './state.tsx';
import { Stepper } from './stepper.tsx';
import { toast } from './toast.ts';

afterEach(() => void vi.useRealTimers());

it('shows the first letters of the name if an avatar’s picture fails to load', async () => {
  await renderWithProviders(<Avatar name="Bjorn" url="/media/bjorn.jpg" alt="Bjorn" />);
  const picture = screen.getByRole('img', { name: 'Bjorn' });
  fireEvent.error(picture);
  expect(screen.getByRole('img', { name: 'Bjorn' })).toHaveTextContent('BJ');
});

it('ignores clicks on a busy button and keeps the focus on it', async () => {
  let clicks = 0;
  const { user, rerender } = await renderWithProviders(<Button onClick={() => clicks++}>Go</Button>);
  const button = screen.getByRole('button', { name: 'Go' });
  await user.click(button);
  await rerender(
    <Button busy onClick={() => clicks++}>
      Go
    </Button>,
  );
  await user.click(button);
  expect(clicks).toBe(1);
  expect(button).toHaveFocus();
});

it('reveals a password on request', async () => {
  const { user } = await renderWithProviders(<PasswordField label="Secret" />);
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(screen.getByLabelText('Secret')).toHaveAttribute('type', 'text');
});

it('adds announcements to the live region for screen readers', async () => {
  await renderWithProviders(<LiveRegion />);
  act(() => announce('Saved.'));
  const [region] = screen.getAllByRole('log', { name: UI_TEXTS.announcements });
  expect(region).toHaveTextContent('Saved.');
});

it('cancels a confirmation when Escape is pressed', async () => {
  const { user } = await renderWithProviders(<p>page</p>);
  const answered = Promise.withResolvers<boolean>();
  act(() => void confirm({ title: 'Sure?', confirm: 'Yes' }).then(answered.resolve));
  const cancel = await screen.findByRole('button', { name: 'Cancel' });
  await waitFor(() => expect(cancel).toHaveFocus());
  await user.keyboard('{Escape}');
  expect(await answered.promise).toBe(false);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('confirms when the confirming button is pressed', async () => {
  const { user } = await renderWithProviders(<p>page</p>);
  const answered = Promise.withResolvers<boolean>();
  act(() => void confirm({ title: 'Sure?', confirm: 'Yes' }).then(answered.resolve));
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  expect(await answered.promise).toBe(true);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('asks for confirmation beside the pressed button, and returns the focus to the button', async () => {
  let done = 0;
  const { user } = await renderWithProviders(
    <QuestionPopover
      trigger={<button type="button">Remove</button>}
      question="Remove it?"
      confirm="Yes"
      cancel="No"
      onConfirm={() => done++}
    />,
  );
  const trigger = screen.getByRole('button', { name: 'Remove' });
  await user.click(trigger);
  await user.click(await screen.findByRole('button', { name: 'No' }));
  expect(done).toBe(0);
  await user.click(trigger);
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  expect(done).toBe(1);
  expect(trigger).toHaveFocus();
});

it('updates a relative time as time passes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  await renderWithProviders(<RelativeTime time={minutesAgo(2)} />);
  expect(screen.getByText('2 minutes ago')).toBeInTheDocument();
  await act(async () => vi.advanceTimersByTime(3 * 60_000));
  expect(screen.getByText('5 minutes ago')).toBeInTheDocument();
});

function Counter({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  return (
    <Stepper value={value} min={1} max={3} onChange={onChange} label="How many" less="Less" more="More" />
  );
}

it('changes a number in steps within its bounds', async () => {
  const values: number[] = [];
  const { user } = await renderWithProviders(<Counter value={3} onChange={(value) => values.push(value)} />);
  const field = screen.getByRole('spinbutton', { name: 'How many' });
  await user.click(screen.getByRole('button', { name: 'More' }));
  expect(values).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Less' }));
  expect(values).toEqual([2]);
  await user.clear(field);
  await user.type(field, '9');
  await user.tab();
  expect(values.at(-1)).toBe(3);
});

it('shows that a list is loading, failed or empty, and keeps its items after a later failure', async () => {
  const list = (items: string[] | undefined, failure: string | null) => (
    <ListState items={items} failure={failure} retry={() => undefined} loading="Loading" empty="Nothing">
      {(all) => all.join()}
    </ListState>
  );
  const { container, rerender } = await renderWithProviders(list(undefined, null));
  expect(container).toHaveTextContent('Loading');
  await rerender(list(undefined, 'Broken'));
  expect(screen.getByRole('alert')).toHaveTextContent('Broken');
  await rerender(list([], null));
  expect(container).toHaveTextContent('Nothing');
  await rerender(list(['one', 'two'], 'Broken'));
  expect(container).toHaveTextContent('one,two');
});

it('adds the result of a form and the error of a list to existing elements, so that they are announced', async () => {
  const query = {
    hasNextPage: true,
    isFetchingNextPage: false,
    isFetchNextPageError: false,
    fetchNextPage: () => undefined,
  };
  const view = (error: string | null, done: string | null) => (
    <>
      <FormOutcome failure={error} done={done} />
      <LoadMore query={{ ...query, isFetchNextPageError: error !== null }} failure={error} />
    </>
  );
  const { rerender } = await renderWithProviders(view(null, null));
  const alerts = screen.getAllByRole('alert');
  expect(alerts).toHaveLength(2);
  for (const alert of alerts) expect(alert).toBeEmptyDOMElement();
  const status = screen.getByRole('status');
  await rerender(view('Failed.', 'Saved.'));
  for (const alert of alerts) expect(alert).toHaveTextContent('Failed.');
  expect(status).toHaveTextContent('Saved.');
});

it('replaces a toast that has the same id', async () => {
  const { user } = await renderWithProviders(<p>A page</p>);
  const undone: string[] = [];
  toast.success('Sold an axe.', { id: 'sale' });
  toast.success('Sold a shield.', {
    id: 'sale',
    description: 'For 20 coins',
    action: { label: 'Undo', onClick: () => undone.push('shield') },
  });
  const shown = await screen.findByRole('group', { name: 'Sold a shield.' });
  expect(shown).toHaveTextContent('For 20 coins');
  expect(screen.queryByText('Sold an axe.')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.queryByText('Sold a shield.')).not.toBeInTheDocument());
  expect(undone).toEqual(['shield']);
  toast.error('No connection.', { id: 'offline' });
  await screen.findByText('No connection.');
  toast.dismiss('offline');
  await waitFor(() => expect(screen.queryByText('No connection.')).not.toBeInTheDocument());
});

it('closes toasts when a fight begins, and shows those with an action after the fight', async () => {
  await renderWithProviders(<p>A page</p>);
  const action = { label: 'Go', onClick: () => undefined };
  const isShown = (title: string) => waitFor(() => expect(screen.getByText(title)).toBeVisible());
  const isGone = (title: string) => waitFor(() => expect(screen.queryByText(title)).not.toBeInTheDocument());
  toast.success('Copied.');
  toast.success('Quest done.', { id: 'quest', action });
  toast.info('Take over?', { id: 'challenge', isPersistent: true, action });
  for (const title of ['Copied.', 'Quest done.', 'Take over?']) await isShown(title);
  act(() => fightInProgress.set(true));
  for (const title of ['Copied.', 'Quest done.', 'Take over?']) await isGone(title);
  toast.success('Another quest done.', { id: 'quest', action });
  toast.info('Late.', { id: 'late', action });
  toast.info('Withdrawn.', { id: 'withdrawn', action });
  toast.dismiss('withdrawn');
  toast.error('Not copied.', { id: 'error' });
  await isShown('Not copied.');
  for (const title of ['Another quest done.', 'Late.', 'Take over?'])
    expect(screen.queryByText(title)).not.toBeInTheDocument();
  toast.dismiss('error');
  act(() => fightInProgress.set(false));
  for (const title of ['Another quest done.', 'Late.', 'Take over?']) await isShown(title);
  for (const title of ['Copied.', 'Quest done.', 'Withdrawn.'])
    expect(screen.queryByText(title)).not.toBeInTheDocument();
  for (const id of ['quest', 'challenge', 'late']) toast.dismiss(id);
});

it('removes all toasts on request', async () => {
  await renderWithProviders(<p>A page</p>);
  const action = { label: 'Go', onClick: () => undefined };
  act(() => fightInProgress.set(true));
  toast.success('Quest done.', { action });
  toast.info('An open toast.');
  await screen.findByText('An open toast.');
  toast.dismiss();
  await waitFor(() => expect(screen.queryByText('An open toast.')).not.toBeInTheDocument());
  act(() => fightInProgress.set(false));
  toast.info('Another toast.', { id: 'another' });
  await screen.findByText('Another toast.');
  expect(screen.queryByText('Quest done.')).not.toBeInTheDocument();
  toast.dismiss('another');
});

it('asks staff for the rule and the reason for a deletion', async () => {
  const answers: unknown[] = [];
  const { user } = await renderWithProviders(null);
  const ask = () =>
    act(
      () =>
        void confirmWithReason({ title: 'Sure?', confirm: 'Yes', asksReason: true }).then((given) =>
          answers.push(given),
        ),
    );
  ask();
  const field = await screen.findByRole('textbox', { name: REASON_FIELD_TEXTS.reason });
  await user.selectOptions(screen.getByLabelText(REASON_FIELD_TEXTS.rule), RULE_TEXTS.spam);
  fireEvent.change(field, { target: { value: 'x'.repeat(501) } });
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  expect(answers).toEqual([]);
  fireEvent.change(field, { target: { value: 'Advertising' } });
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(answers).toEqual([{ rule: 'spam', reason: 'Advertising' }]));
  ask();
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: REASON_FIELD_TEXTS.reason })).toHaveValue(''),
  );
  await user.keyboard('{Escape}');
  await waitFor(() => expect(answers).toEqual([{ rule: 'spam', reason: 'Advertising' }, null]));
});
