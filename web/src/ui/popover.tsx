import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode, RefObject } from 'react';
import styles from './popover.module.css';

type PopoverProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button that opens it. */
  trigger: ReactElement;
  /** Its name, spoken only. */
  label: string;
  children: ReactNode;
  /** The landmark it belongs to; the end of the page unless told. */
  container?: RefObject<HTMLElement | null>;
  /** It must be answered before anything else is done; it then needs a `PopoverClose`. */
  modal?: boolean;
  /** Takes the button that opens it. */
  triggerRef?: RefObject<HTMLButtonElement | null>;
};

/** A small window beside its button, for anything that is no menu. Loads its library: use it in lazy parts. */
export function Popover(props: PopoverProps) {
  const { open, onOpenChange, trigger, label, children, container, modal, triggerRef } = props;
  return (
    <Base.Root open={open} onOpenChange={onOpenChange} modal={modal}>
      <Base.Trigger ref={triggerRef} render={trigger} />
      <Base.Portal container={container}>
        <Base.Positioner className={styles.positioner} sideOffset={8} align="end" collisionPadding={8}>
          <Base.Popup className={styles.popup} aria-label={label}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Makes a button inside a popover close it. */
export function PopoverClose({ button }: { button: ReactElement }) {
  return <Base.Close render={button} />;
}
