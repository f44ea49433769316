import { cloneElement, useId, useRef } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { LazyMount } from './lazy-mount.tsx';
import type { PopoverProps } from './popover-window.tsx';

const PopoverWindow = lazyComponent(() => import('./popover-window.tsx'), 'PopoverWindow');
/** Load the code of popovers in advance. If that fails, it is loaded when a popover opens. */
export const preloadPopoverWindow: () => void = PopoverWindow.preload;

/**
 * Show a button and, while `open` is true, a small window next to it, for any content except menus. The code of the
 * window starts to load when the pointer or the focus reaches the button.
 */
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
        onPointerEnter: preloadPopoverWindow,
        onFocus: preloadPopoverWindow,
      } as object)}
      <LazyMount open={open}>
        <PopoverWindow {...props} id={id} button={button} />
      </LazyMount>
    </>
  );
}
