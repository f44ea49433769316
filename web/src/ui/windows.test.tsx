import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useRef, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderWithProviders } from '../testing/render.tsx';
import { Dialog } from './dialog.tsx';
import { InterruptingDialog } from './interrupting-dialog.tsx';
import { Lightbox } from './lightbox.tsx';
import { PopoverWindow } from './popover-window.tsx';

function Asking() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Ask
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="A question">
        <input aria-label="Answer" />
      </Dialog>
    </>
  );
}

function Pictures({ footer }: { footer?: ReactNode }) {
  const [index, setIndex] = useState<number | null>(0);
  const items = ['one', 'two', 'three'].map((alt) => ({ src: `/${alt}.webp`, alt }));
  return (
    <Lightbox
      items={items}
      index={index}
      onIndex={setIndex}
      onClose={() => setIndex(null)}
      label="Pictures"
      footer={footer}
    />
  );
}

function Menu() {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button type="button" ref={button} onClick={() => setOpen(!open)}>
        More
      </button>
      <PopoverWindow id="more" button={button} open={open} onOpenChange={setOpen} label="More actions">
        {(Close) => <Close>Done</Close>}
      </PopoverWindow>
    </>
  );
}

/** A page with a dialog, a text field and a button. When the button gets the focus, an interrupting dialog appears. */
function AskingTwice() {
  const [isChallengePending, setAsked] = useState(false);
  return (
    <>
      <Asking />
      <input aria-label="Message" />
      <button type="button" onFocus={() => setAsked(true)}>
        Interrupt
      </button>
      {isChallengePending && (
        <InterruptingDialog
          open
          title="Another question"
          announcement="Another question. Now?"
          error={null}
          answers={<button type="button">Yes</button>}
          onClose={() => setAsked(false)}
        >
          Now?
        </InterruptingDialog>
      )}
    </>
  );
}

/** A page with a link. When the page gets the focus, an interrupting dialog appears. */
function AskedOnPage() {
  const [state, setState] = useState<'waiting' | 'open' | 'answered'>('waiting');
  return (
    <main tabIndex={-1} onFocus={() => state === 'waiting' && setState('open')}>
      <a href="/chat">Lobby</a>
      {state !== 'waiting' && (
        <InterruptingDialog
          open={state === 'open'}
          title="A question"
          announcement="A question. Now?"
          error={null}
          answers={<button type="button">Yes</button>}
          onClose={() => setState('answered')}
        >
          Now?
        </InterruptingDialog>
      )}
    </main>
  );
}

afterEach(() => vi.unstubAllGlobals());

it('returns the focus to the page when an interrupting dialog closes', async () => {
  const { user } = await renderWithProviders(<AskedOnPage />);
  act(() => screen.getByRole('main').focus());
  await screen.findByRole('dialog', { name: 'A question' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

it('lets the keyboard reach an interrupting dialog over a window', async () => {
  const { user } = await renderWithProviders(<AskingTwice />);
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  const answer = await screen.findByLabelText('Answer');
  await waitFor(() => expect(answer).toHaveFocus());
  fireEvent.focus(screen.getByText('Interrupt'));
  expect(answer).toHaveFocus();
  const yes = await screen.findByRole('button', { name: 'Yes' });
  for (let presses = 0; presses < 5 && document.activeElement !== yes; presses++) await user.tab();
  expect(yes).toHaveFocus();
  answer.focus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByLabelText('Answer')).not.toBeInTheDocument());
  expect(screen.getByRole('dialog', { name: 'Another question' })).toBeInTheDocument();
});

it('moves an interrupting dialog into a window that opens later', async () => {
  const { user } = await renderWithProviders(<AskingTwice />);
  await user.click(screen.getByLabelText('Message'));
  fireEvent.focus(screen.getByText('Interrupt'));
  const question = () => screen.getByRole('dialog', { name: 'Another question' });
  expect(question().parentElement).toBe(document.body);
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  const opened = await screen.findByRole('dialog', { name: 'A question' });
  await waitFor(() => expect(opened).toContainElement(question()));
  const yes = screen.getByRole('button', { name: 'Yes' });
  for (let presses = 0; presses < 5 && document.activeElement !== yes; presses++) await user.tab();
  expect(yes).toHaveFocus();
  screen.getByLabelText('Answer').focus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(question().parentElement).toBe(document.body));
});

it('places an interrupting dialog above the on-screen keyboard', async () => {
  const viewport = Object.assign(new EventTarget(), { height: 300, offsetTop: 0, scale: 1 });
  vi.stubGlobal('visualViewport', viewport);
  const { user } = await renderWithProviders(<AskingTwice />);
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  const answer = await screen.findByLabelText('Answer');
  await waitFor(() => expect(answer).toHaveFocus());
  // The field is in the upper half of the window, but in the lower half of the window's visible part.
  answer.getBoundingClientRect = () => ({ top: 220, height: 40 }) as DOMRect;
  fireEvent.focus(screen.getByText('Interrupt'));
  expect(await screen.findByRole('dialog', { name: 'Another question' })).toHaveClass(/top/);
  expect(document.documentElement.style.getPropertyValue('--keyboard')).toBe(`${innerHeight - 300}px`);
});

it('makes an interrupting dialog compact while an on-screen keyboard is open', async () => {
  const viewport = Object.assign(new EventTarget(), { height: 800, offsetTop: 0, scale: 1 });
  vi.stubGlobal('visualViewport', viewport);
  const { user } = await renderWithProviders(<AskingTwice />);
  const message = screen.getByLabelText('Message');
  const place = (top: number) => {
    message.getBoundingClientRect = () => ({ top, height: 40 }) as DOMRect;
  };
  place(300);
  await user.click(message);
  fireEvent.focus(screen.getByText('Interrupt'));
  const question = await screen.findByRole('dialog', { name: 'Another question' });
  expect(question).toHaveClass(/bottom/);
  expect(question).not.toHaveClass(/compact/);
  viewport.height = 340;
  fireEvent(viewport as never, new Event('resize'));
  expect(question).toHaveClass(/top/);
  expect(question).toHaveClass(/compact/);
  place(20);
  fireEvent.focusIn(message);
  expect(question).toHaveClass(/bottom/);
});

it('makes an interrupting dialog compact if it would otherwise cover a text field', async () => {
  const viewport = Object.assign(new EventTarget(), { height: 568, offsetTop: 0, scale: 1 });
  vi.stubGlobal('visualViewport', viewport);
  const { user } = await renderWithProviders(<AskingTwice />);
  const message = screen.getByLabelText('Message');
  message.getBoundingClientRect = () => ({ top: 262, height: 44 }) as DOMRect;
  await user.click(message);
  fireEvent.focus(screen.getByText('Interrupt'));
  expect(await screen.findByRole('dialog', { name: 'Another question' })).toHaveClass(/compact/);
});

it('closes only the interrupting dialog on Escape, not the window around it', async () => {
  const { user } = await renderWithProviders(<AskingTwice />);
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  await waitFor(() => expect(screen.getByLabelText('Answer')).toHaveFocus());
  fireEvent.focus(screen.getByText('Interrupt'));
  (await screen.findByRole('button', { name: 'Yes' })).focus();
  // The default action is prevented, because it would close a native dialog around the interrupting dialog.
  expect(fireEvent.keyDown(screen.getByRole('button', { name: 'Yes' }), { key: 'Escape' })).toBe(false);
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { name: 'Another question' })).not.toBeInTheDocument(),
  );
  // The focus is in the text field again, so the player can continue to type.
  expect(screen.getByLabelText('Answer')).toHaveFocus();
});

it('moves an interrupting dialog when scrolling moves the focused text field', async () => {
  const { user } = await renderWithProviders(<AskingTwice />);
  const message = screen.getByLabelText('Message');
  const place = (top: number) => {
    message.getBoundingClientRect = () => ({ top, height: 40 }) as DOMRect;
  };
  place(innerHeight - 50);
  await user.click(message);
  fireEvent.focus(screen.getByText('Interrupt'));
  const question = await screen.findByRole('dialog', { name: 'Another question' });
  expect(question).toHaveClass(/top/);
  place(50);
  fireEvent.scroll(document);
  expect(question).toHaveClass(/bottom/);
});

it('closes a dialog with Escape and with its close button', async () => {
  const { user } = await renderWithProviders(<Asking />);
  for (const close of [
    () => user.keyboard('{Escape}'),
    () => user.click(screen.getByRole('button', { name: UI_TEXTS.close })),
  ]) {
    await user.click(screen.getByRole('button', { name: 'Ask' }));
    await screen.findByRole('dialog', { name: 'A question' });
    await waitFor(() => expect(screen.getByLabelText('Answer')).toHaveFocus());
    await close();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Ask' })).toHaveFocus());
  }
});

it('changes the picture of a lightbox with keys and buttons', async () => {
  const { user } = await renderWithProviders(<Pictures />);
  await screen.findByRole('dialog', { name: 'Pictures' });
  const expectPicture = (alt: string) =>
    waitFor(() => expect(screen.getByRole('img', { name: alt })).toBeVisible());
  await expectPicture('one');
  await user.keyboard('{ArrowLeft}');
  await expectPicture('one');
  await user.keyboard('{ArrowRight}');
  await expectPicture('two');
  expect(screen.getByText(UI_TEXTS.position(2, 3))).toBeVisible();
  await user.click(screen.getByRole('button', { name: UI_TEXTS.next }));
  await expectPicture('three');
  expect(screen.getByRole('button', { name: UI_TEXTS.next })).toHaveAttribute('aria-disabled', 'true');
  await user.keyboard('{Home}');
  await expectPicture('one');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('changes the picture of a lightbox with a swipe, but not with keys and swipes in its fields', async () => {
  const footer = (
    <>
      <textarea aria-label="Reason" />
      <select aria-label="Rule" />
    </>
  );
  const { user } = await renderWithProviders(<Pictures footer={footer} />);
  const picture = await screen.findByRole('img', { name: 'one' });
  const field = screen.getByLabelText('Reason');
  const swipe = (target: Element) => {
    fireEvent.pointerDown(target, { clientX: 200, pointerType: 'touch' });
    fireEvent.pointerUp(target, { clientX: 100, pointerType: 'touch' });
  };
  await user.type(field, 'ac{ArrowLeft}b{Home}{End}{ArrowRight}');
  expect(field).toHaveValue('abc');
  act(() => screen.getByLabelText('Rule').focus());
  await user.keyboard('{ArrowRight}{End}');
  swipe(field);
  expect(picture).toBeVisible();
  swipe(picture);
  expect(await screen.findByRole('img', { name: 'two' })).toBeVisible();
});

it('closes a popover with a button inside it and with Escape', async () => {
  const { user } = await renderWithProviders(<Menu />);
  for (const close of [
    () => user.click(screen.getByRole('button', { name: 'Done' })),
    () => user.keyboard('{Escape}'),
  ]) {
    await user.click(screen.getByRole('button', { name: 'More' }));
    await screen.findByRole('dialog', { name: 'More actions' });
    await close();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  }
});
