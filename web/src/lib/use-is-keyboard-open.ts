import { useEffect, useState } from 'react';
import { isTextField } from './text-field.ts';
import { isTouch } from './touch.ts';

/**
 * Time (ms) for which `useIsKeyboardOpen` still returns true after a text field has lost the focus. Pressing a button
 * moves the focus before the click, and a layout change in between could move the button away.
 */
const SETTLE_MS = 300;

/** Return whether the on-screen keyboard is open: whether a text field has the focus on a touch screen. */
export function useIsKeyboardOpen(): boolean {
  const [isKeyboardOpen, setIsKeyboardOpen] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => setIsKeyboardOpen(isTouch() && isTextField(document.activeElement));
    const onFocus = () => {
      clearTimeout(timer);
      if (isTouch() && isTextField(document.activeElement)) update();
      else timer = setTimeout(update, SETTLE_MS);
    };
    const onBlur = () => {
      clearTimeout(timer);
      timer = setTimeout(update, SETTLE_MS);
    };
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', onBlur);
    update();
    return () => {
      clearTimeout(timer);
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', onBlur);
    };
  }, []);
  return isKeyboardOpen;
}
