import { cloneElement, useId, useRef } from 'react';
import { lazily } from '../lib/lazily.ts';
import { OnceOpen } from './once-open.tsx';
import type { PopoverProps } from './popover-window.tsx';

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
