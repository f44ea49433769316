import { cloneElement, useId, useRef } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { LazyMount } from './lazy-mount.tsx';
import type { PopoverProps } from './popover-window.tsx';

const PopoverWindow = lazyComponent(() => import('./popover-window.tsx'), 'PopoverWindow');
/** Load the code of popover windows in advance. If that fails, opening a popover tries again. */
export const preloadPopoverWindow: () => void = PopoverWindow.preload;

/** Show a small window next to its button, for any content except menus. Its code loads shortly before it opens. */
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
