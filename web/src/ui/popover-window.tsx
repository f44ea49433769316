import { Popover as Base } from '@base-ui/react/popover';
import { type ReactElement, type ReactNode, type RefObject, useRef } from 'react';
import styles from './popover.module.css';
import { useBackCloses } from './use-back-closes.ts';
import { unlessElsewhere } from './use-kept-focus.ts';

export type PopoverProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button that opens it. */
  trigger: ReactElement<object>;
  /** Its name, spoken only. */
  label: string;
  /** What stands in it; a function is given the part that makes a button close it. */
  children: ReactNode | ((Close: typeof Base.Close) => ReactNode);
  /** The landmark it belongs to; the end of the page unless told. */
  container?: RefObject<HTMLElement | null>;
  /** It must be answered before anything else is done; it then needs a button that closes it. */
  modal?: boolean;
  /** Takes the button that opens it. */
  triggerRef?: RefObject<HTMLButtonElement | null>;
};

type PopoverWindowProps = Omit<PopoverProps, 'trigger' | 'triggerRef'> & {
  id: string;
  button: RefObject<HTMLButtonElement | null>;
};

/** What a `Popover` opens. */
export function PopoverWindow(props: PopoverWindowProps) {
  const { id, button, open, onOpenChange, label, children, container, modal } = props;
  const popup = useRef<HTMLDivElement>(null);
  useBackCloses(open, () => onOpenChange(false));
  const isButton = (target: EventTarget | null) => target instanceof Node && button.current?.contains(target);
  return (
    <Base.Root
      open={open}
      modal={modal}
      onOpenChange={(next, { event }) => {
        // Its own button closes it by being pressed, and it stays while one only goes back there.
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
        >
          <Base.Popup
            ref={popup}
            id={id}
            className={styles.popup}
            aria-label={label}
            finalFocus={unlessElsewhere(popup, () => button.current)}
          >
            {typeof children === 'function' ? children(Base.Close) : children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
