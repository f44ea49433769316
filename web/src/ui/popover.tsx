import type { Popover as Base } from '@base-ui/react/popover';
import { cloneElement, type ReactElement, type ReactNode, type RefObject, useId, useRef } from 'react';
import { lazily } from '../lib/lazily.ts';
import { OnceOpen } from './once-open.tsx';

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

const PopoverWindow = lazily(() => import('./popover-window.tsx'), 'PopoverWindow');
/** Fetches what windows take before one opens. What cannot be had then is asked for again. */
export const prepareWindows: () => void = PopoverWindow.prepare;

/** A small window beside its button, for anything that is no menu. What it takes is loaded when it is about to open. */
export function Popover({ trigger, triggerRef, ...props }: PopoverProps) {
  const { open, onOpenChange } = props;
  const own = useRef<HTMLButtonElement>(null);
  const button = triggerRef ?? own;
  const id = useId();
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onClick: () => onOpenChange(!open),
        onPointerEnter: prepareWindows,
        onFocus: prepareWindows,
      } as object)}
      <OnceOpen open={open}>
        <PopoverWindow {...props} id={id} button={button} />
      </OnceOpen>
    </>
  );
}
