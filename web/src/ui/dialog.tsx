import { Dialog as Base } from '@base-ui/react/dialog';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { isTouch } from '../lib/touch.ts';
import { useDeferredOpening } from '../lib/use-deferred-opening.ts';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';
import { useCloseOnBack } from './use-close-on-back.ts';
import { returnFocusUnlessMoved } from './use-restore-focus.ts';
import { watchKeyboard } from './watch-keyboard.ts';

export type DialogProps = {
  open: boolean;
  /**
   * Called when the user wants to close the dialog: with Escape, the close button, a click outside or the back button.
   */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  size?: 'small' | 'medium' | 'large';
  /** True if an answer is required: a click outside does not close the dialog. */
  strict?: boolean;
  /** True if the dialog stays visible when the session ends and the rest of the page is hidden. */
  overHiddenPage?: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
  /** Returns the element to focus after closing. If it returns true or is not given, the previous focus is restored. */
  finalFocus?: () => HTMLElement | true;
};

/**
 * Show a modal dialog; on a phone, a bottom sheet. The dialog traps the focus, and restores it on closing. This file
 * imports the dialog library, so load it with `lazyComponent()` together with the content of the dialog.
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
    overHiddenPage,
    initialFocus,
    finalFocus,
  } = props;
  const popup = useRef<HTMLDivElement>(null);
  useEffect(watchKeyboard, []);
  useCloseOnBack(open, onClose);
  // Focus the field marked with `data-autofocus`, or the first field. On a touch screen, focus the dialog instead,
  // because the on-screen keyboard would cover the text.
  const firstField = () => {
    const find = (selector: string) => popup.current?.querySelector<HTMLElement>(selector);
    return (isTouch() ? null : (find('[data-autofocus]') ?? find('input:not([hidden])'))) ?? popup.current;
  };
  return (
    <Base.Root
      open={useDeferredOpening(open)}
      onOpenChange={(next) => next || onClose()}
      disablePointerDismissal={strict}
    >
      <Base.Portal>
        {/* Also cover other open dialogs, which are blocked while this dialog is open. */}
        <Base.Backdrop forceRender className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup
            ref={popup}
            data-traps-focus
            className={clsx(styles.popup, styles[size], overHiddenPage && styles.visible)}
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

/** Show the answer buttons at the bottom of a dialog. */
export function DialogAnswers({ children }: { children: ReactNode }) {
  return <div className={styles.answers}>{children}</div>;
}
