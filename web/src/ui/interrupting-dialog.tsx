import { clsx } from 'clsx';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { isTextField } from '../lib/text-field.ts';
import { Dialog, DialogAnswers } from './dialog.tsx';
import { ErrorMessage } from './error-message.tsx';
import { MAIN_ID } from './focus-main.ts';
import styles from './interrupting-dialog.module.css';
import { Stack, Surface } from './layout.tsx';
import { announce } from './live-region.tsx';
import { Text } from './text.tsx';
import { isZoomed, watchKeyboard } from './watch-keyboard.ts';

/** CSS selector of the open dialogs that trap the focus. The last match is on top. */
const DIALOGS = '[data-traps-focus]:not([data-starting-style], [data-closed], dialog:not([open]))';
const DIALOG_STATES = ['data-starting-style', 'data-closed', 'open'];

/**
 * If both the room above and the room below the text field are smaller than this height (px), a card shows only what is
 * needed to answer.
 */
const CARD_ROOM_PX = 360;

/**
 * Return the part of the window that an on-screen keyboard leaves visible. In Safari, the keyboard covers the rest of
 * the window. If the page is zoomed, return the whole window, because the visual viewport is then smaller even without
 * a keyboard.
 */
function visiblePart(): { offsetTop: number; height: number } {
  const viewport = window.visualViewport;
  return viewport && !isZoomed(viewport) ? viewport : { offsetTop: 0, height: innerHeight };
}

type CardPosition = { half: 'top' | 'bottom'; isCompact: boolean };

/**
 * Return the position of a card in the visible part of the window: the half that does not contain the focused text
 * field. Return null if the player is not typing.
 */
function freePosition(): CardPosition | null {
  const field = document.activeElement;
  if (!isTextField(field)) return null;
  const { top, height } = field.getBoundingClientRect();
  const visible = visiblePart();
  const above = top - visible.offsetTop;
  const below = visible.height - above - height;
  return { half: above > below ? 'top' : 'bottom', isCompact: Math.max(above, below) < CARD_ROOM_PX };
}

/**
 * Return where to show the card, or null if the player is not typing when the question appears. The position changes
 * with the focused text field, the scroll position and the on-screen keyboard, so that the card never covers the text
 * field.
 */
function useCardPosition(): CardPosition | null {
  const [position, setPosition] = useState(freePosition);
  const isCard = position !== null;
  useEffect(() => {
    if (!isCard) return undefined;
    const update = () => setPosition((last) => freePosition() ?? last);
    const viewport = window.visualViewport;
    // Also observe the page's size, because after a phone is rotated, the layout can change later than the viewport's
    // resize event.
    const sizes = new ResizeObserver(update);
    sizes.observe(document.body);
    document.addEventListener('focusin', update);
    // Scrolling moves the text field. Capture the scroll events, because those of lists do not bubble.
    document.addEventListener('scroll', update, { capture: true, passive: true });
    viewport?.addEventListener('resize', update);
    viewport?.addEventListener('scroll', update);
    return () => {
      sizes.disconnect();
      document.removeEventListener('focusin', update);
      document.removeEventListener('scroll', update, { capture: true });
      viewport?.removeEventListener('resize', update);
      viewport?.removeEventListener('scroll', update);
    };
  }, [isCard]);
  return position;
}

const topDialog = () => [...document.querySelectorAll<HTMLElement>(DIALOGS)].at(-1) ?? document.body;

/**
 * Return the element to render the card in: the dialog on top, or the body. A dialog covers the page and traps the
 * focus, so the player could not reach a card outside it.
 */
function useCardContainer(): HTMLElement {
  const [container, setContainer] = useState(topDialog);
  useEffect(() => {
    const follow = async () => {
      const top = topDialog();
      // Wait until the dialog's animations have ended, because a moving dialog would move the card, too.
      await Promise.allSettled(top.getAnimations().map(({ finished }) => finished));
      if (top === topDialog()) setContainer(top);
    };
    void follow();
    const observer = new MutationObserver(() => void follow());
    // Observe the whole tree, because a dialog that was opened from another dialog is not a direct child of the body.
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: DIALOG_STATES });
    return () => observer.disconnect();
  }, []);
  return container;
}

type InterruptingDialogProps = {
  /** False once the question is answered. The dialog then fades out. */
  open: boolean;
  title: string;
  /** Sentence announced to screen readers if the question is shown in a card, which does not take the focus. */
  announcement: string;
  error: string | null;
  /** The question. If the keyboard leaves little room, parts with the attribute `data-needs-room` are hidden. */
  children: ReactNode;
  /** The buttons that answer the question. */
  answers: ReactNode;
  /** Called when the player closes the dialog without pressing an answer. */
  onClose: () => void;
};

/**
 * Return a function that chooses the element to focus when the dialog closes: the element that had the focus before the
 * dialog opened, or the page's main element if the answer has removed that element.
 */
function useFinalFocus(): () => HTMLElement | true {
  const [before] = useState(() => document.activeElement);
  return () => {
    const canFocus = before instanceof HTMLElement && before.isConnected && before !== document.body;
    return (canFocus ? before : document.getElementById(MAIN_ID)) ?? true;
  };
}

/**
 * Ask the player a question that appears without their action. While the player types, the dialog is a card in the
 * upper or lower half of the viewport, away from the text field, and does not take the focus. Render it with a new key
 * for each question.
 */
export function InterruptingDialog(props: InterruptingDialogProps) {
  const { open, title, announcement, error, children, answers, onClose } = props;
  const position = useCardPosition();
  const finalFocus = useFinalFocus();
  useEffect(watchKeyboard, []);
  const content = (
    <>
      {children}
      <ErrorMessage text={error} />
      <DialogAnswers>{answers}</DialogAnswers>
    </>
  );
  if (position === null)
    return (
      <Dialog open={open} onClose={onClose} title={title} finalFocus={finalFocus} strict>
        <Stack gap={3}>{content}</Stack>
      </Dialog>
    );
  return (
    open && (
      <Card {...position} title={title} announcement={announcement} onClose={onClose}>
        {content}
      </Card>
    )
  );
}

type CardProps = CardPosition &
  Pick<InterruptingDialogProps, 'title' | 'announcement' | 'onClose' | 'children'>;

/**
 * Show a question that does not take the focus. If the player has moved the focus into the card, return the focus to
 * its previous element when the card is removed.
 */
function Card({ half, isCompact, title, announcement, onClose, children }: CardProps) {
  const onOpen = useEffectEvent(() => announce(announcement));
  useEffect(() => onOpen(), []);
  const card = useRef<HTMLElement>(null);
  const focusedBefore = useRef<Element | null>(null);
  useLayoutEffect(
    () => () => {
      const before = focusedBefore.current;
      if (card.current?.contains(document.activeElement) && before instanceof HTMLElement) before.focus();
    },
    [],
  );
  // Use a portal, because a card inside the navbar would be positioned relative to the navbar, which has a backdrop
  // filter.
  return createPortal(
    <Surface
      as="section"
      ref={card}
      role="dialog"
      aria-label={title}
      className={clsx(styles.card, styles[half], isCompact && styles.compact)}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) focusedBefore.current = relatedTarget;
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Keep the dialog around the card open. Its key handler would close it on Escape. If it is a native `<dialog>`,
        // the default action would close it.
        event.stopPropagation();
        event.preventDefault();
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
      {children}
    </Surface>,
    useCardContainer(),
  );
}
