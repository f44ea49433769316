import { Dialog as Base } from '@base-ui/react/dialog';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { isTouch } from '../lib/touch.ts';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';
import { useCloseOnBack } from './use-close-on-back.ts';
import { returnFocusUnlessMoved } from './use-restore-focus.ts';
import { watchKeyboard } from './watch-keyboard.ts';

export type DialogProps = {
  open: boolean;
  /** Called when it wants to close: Escape, the cross, a press outside, going back. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  size?: 'small' | 'medium' | 'large';
  /** Must be answered: a press outside does not close it. */
  strict?: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
  /** What takes the focus when it has closed; what had it before, where this is true or left out. */
  finalFocus?: () => HTMLElement | true;
};

/**
 * A modal window; on a phone a sheet at the lower edge. Focus is kept inside and goes back to where it was.
 * This file brings the dialog library along: load it with `lazyComponent()` together with what stands in the dialog.
 */
export function Dialog(props: DialogProps) {
  const {
    open,
    onClose,
    title,
    description,
    children,
    size = 'small',
    strict,
    initialFocus,
    finalFocus,
  } = props;
  const popup = useRef<HTMLDivElement>(null);
  useEffect(watchKeyboard, []);
  useCloseOnBack(open, onClose);
  // Somebody with a keyboard writes at once; on a touch screen its own keyboard would cover what there is to read.
  const firstField = () =>
    (isTouch() ? null : popup.current?.querySelector<HTMLElement>('input:not([hidden])')) ?? popup.current;
  return (
    <Base.Root open={open} onOpenChange={(next) => next || onClose()} disablePointerDismissal={strict}>
      <Base.Portal>
        {/* Also above another window, which is not to be used meanwhile. */}
        <Base.Backdrop forceRender className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup
            ref={popup}
            className={clsx(styles.popup, styles[size])}
            initialFocus={initialFocus ?? firstField}
            finalFocus={finalFocus && returnFocusUnlessMoved(popup, finalFocus)}
          >
            <div className={styles.header}>
              <div>
                <Base.Title>{title}</Base.Title>
                {description && (
                  <Base.Description className={styles.description}>{description}</Base.Description>
                )}
              </div>
              <Base.Close render={<IconButton label={UI_TEXTS.close} className={styles.close} />}>
                <X size={20} aria-hidden="true" />
              </Base.Close>
            </div>
            <div className={styles.body}>{children}</div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** What a window is answered by, at its lower end. */
export function DialogAnswers({ children }: { children: ReactNode }) {
  return <div className={styles.answers}>{children}</div>;
}
