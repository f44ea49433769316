import { Popover as Base } from '@base-ui/react/popover';
import { type ReactElement, type ReactNode, type RefObject, useRef } from 'react';
import { useDeferredOpening } from '../lib/use-deferred-opening.ts';
import styles from './popover.module.css';
import { useCloseOnBack } from './use-close-on-back.ts';
import { returnFocusUnlessMoved } from './use-restore-focus.ts';

export type PopoverProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button that opens the popover. */
  trigger: ReactElement<object>;
  /** Accessible name. */
  label: string;
  /** Content of the popover, or a function that receives a close button component and returns the content. */
  children: ReactNode | ((Close: typeof Base.Close) => ReactNode);
  /** The landmark in which the popover is rendered. By default, it is rendered at the end of the page. */
  container?: RefObject<HTMLElement | null>;
  /** True to block the rest of the page. The popover then needs a button that closes it. */
  modal?: boolean;
  /** Receives the button that opens the popover. */
  triggerRef?: RefObject<HTMLButtonElement | null>;
};

type PopoverWindowProps = Omit<PopoverProps, 'trigger' | 'triggerRef'> & {
  id: string;
  button: RefObject<HTMLButtonElement | null>;
};

/** Show the small window that a `Popover` opens next to its button. */
export function PopoverWindow(props: PopoverWindowProps) {
  const { id, button, open, onOpenChange, label, children, container, modal } = props;
  const popup = useRef<HTMLDivElement>(null);
  useCloseOnBack(open, () => onOpenChange(false));
  const isButton = (target: EventTarget | null) => target instanceof Node && button.current?.contains(target);
  return (
    <Base.Root
      open={useDeferredOpening(open)}
      modal={modal}
      onOpenChange={(next, { event }) => {
        // Ignore clicks on the button, because its own handler toggles the popover. Also keep the popover open when the
        // focus moves to the button.
        if (isButton(event.target) || (event instanceof FocusEvent && isButton(event.relatedTarget))) return;
        onOpenChange(next);
      }}
    >
      <Base.Portal container={container}>
        <Base.Positioner
          anchor={button}
          className={styles.positioner}
          sideOffset={8}
          align="end"
          collisionPadding={8}
          // Never open the popover beside the button, where it would cover other buttons. A long popover scrolls.
          collisionAvoidance={{ fallbackAxisSide: 'none' }}
        >
          <Base.Popup
            ref={popup}
            id={id}
            className={styles.popup}
            aria-label={label}
            finalFocus={returnFocusUnlessMoved(popup, () => button.current)}
          >
            {typeof children === 'function' ? children(Base.Close) : children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
