import { clsx } from 'clsx';
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Dialog, DialogAnswers } from './dialog.tsx';
import { ErrorMessage } from './error-message.tsx';
import styles from './interrupting-dialog.module.css';
import { Stack, Surface } from './layout.tsx';
import { Text } from './text.tsx';
import { watchKeyboard } from './watch-keyboard.ts';

const TEXT_FIELDS = 'input:not([type="radio"], [type="checkbox"]), textarea, [contenteditable="true"]';

/**
 * Return the half of the viewport that does not contain the focused text field, or null if the player is not
 * typing.
 */
function freeHalf(): 'top' | 'bottom' | null {
  const field = document.activeElement?.closest(TEXT_FIELDS);
  if (!field) return null;
  const { top, height } = field.getBoundingClientRect();
  // In Safari, an on-screen keyboard covers a part of the window.
  const { offsetTop, height: visibleHeight } = window.visualViewport ?? { offsetTop: 0, height: innerHeight };
  return top + height / 2 > offsetTop + visibleHeight / 2 ? 'top' : 'bottom';
}

/**
 * Return the element to render the card in. If the player types in a window, the window traps the focus, so only a card
 * inside it can be reached by keyboard. After the window has closed, return the body.
 */
function useCardContainer(): HTMLElement {
  const [container, setContainer] = useState(
    () => document.activeElement?.closest<HTMLElement>('[data-traps-focus]') ?? document.body,
  );
  useEffect(() => {
    if (container === document.body) return undefined;
    const observer = new MutationObserver(() => container.isConnected || setContainer(document.body));
    // A window that was opened from another window is not a direct child of the body.
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [container]);
  return container;
}

type InterruptingDialogProps = {
  /** False once the question is answered. The window then fades out. */
  open: boolean;
  title: string;
  error: string | null;
  /** The question. */
  children: ReactNode;
  /** The buttons that answer the question. */
  answers: ReactNode;
  /** Called when the player closes the window without pressing an answer. */
  onClose: () => void;
};

/**
 * Ask the player a question that appears without their action. While the player types, the dialog is a card in the half
 * of the viewport without the text field, and does not take the focus. Render it with a new key for each question.
 */
export function InterruptingDialog(props: InterruptingDialogProps) {
  const { open, title, error, children, answers, onClose } = props;
  const [half] = useState(freeHalf);
  useEffect(watchKeyboard, []);
  const container = useCardContainer();
  const content = (
    <>
      {children}
      <ErrorMessage text={error} />
      <DialogAnswers>{answers}</DialogAnswers>
    </>
  );
  if (half === null)
    return (
      <Dialog open={open} onClose={onClose} title={title} strict>
        <Stack gap={3}>{content}</Stack>
      </Dialog>
    );
  if (!open) return null;
  // A card in the navbar would be positioned relative to the navbar, which has a backdrop filter.
  return createPortal(
    <Surface
      as="section"
      role="dialog"
      aria-label={title}
      className={clsx(styles.card, styles[half])}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Otherwise, the window around the card would close, too.
        event.stopPropagation();
        onClose();
      }}
      gap={3}
      padding={4}
      border="ember"
      radius={3}
      shadow={2}
    >
      <Text as="h2" size={3}>
        {title}
      </Text>
      {content}
    </Surface>,
    container,
  );
}
