import { DASHBOARD_TEXTS } from '@rivalhold/shared/texts/dashboard.ts';
import { useLocation } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useCloseOnBack } from '../../ui/use-close-on-back.ts';
import styles from './card-drawer.module.css';

/**
 * On small screens, show a button and a card that slides in from the left and traps the focus while it is open. The
 * card is rendered on first use.
 */
export function CardDrawer({ children }: { children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [wasOpened, setOpened] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const close = () => dialog.current?.close();
  useCloseOnBack(isOpen, close);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link inside closes the drawer
  useEffect(() => () => dialog.current?.close(), [pathname]);
  // Render the card in a deferred update, so that the drawer opens in the next frame.
  const isFilled = useDeferredValue(wasOpened);
  const open = () => {
    setOpened(true);
    setOpen(true);
    dialog.current?.showModal();
  };
  return (
    <>
      <Button onClick={open}>
        <Icon name="person" />
        {DASHBOARD_TEXTS.myCard}
      </Button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog natively; this handler is for clicks
          outside */}
      <dialog
        ref={dialog}
        data-traps-focus
        className={styles.drawer}
        aria-label={DASHBOARD_TEXTS.myCard}
        onClick={(event) => event.target === event.currentTarget && close()}
        onClose={() => setOpen(false)}
      >
        <div className={styles.body}>
          <IconButton label={DASHBOARD_TEXTS.closeCard} className={styles.close} onClick={close}>
            <X size={20} aria-hidden="true" />
          </IconButton>
          {isFilled && children}
        </div>
      </dialog>
    </>
  );
}
