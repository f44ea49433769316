import { Popover as Base } from '@base-ui/react/popover';
import { type RefObject, useRef } from 'react';
import styles from './popover.module.css';
import type { PopoverProps } from './popover.tsx';
import { useBackCloses } from './use-back-closes.ts';
import { unlessElsewhere } from './use-kept-focus.ts';

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
