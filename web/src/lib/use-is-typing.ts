import { useEffect, useState } from 'react';
import { isTouch } from './touch.ts';

const NO_KEYBOARD = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range', 'color', 'image'];

const isTextField = (element: unknown): boolean =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !NO_KEYBOARD.includes(element.type)) ||
  (element instanceof HTMLElement && element.isContentEditable);

/**
 * Time (ms) for which `useIsTyping` still returns true after a text field has lost the focus. Pressing a button moves
 * the focus before the click, and a layout change in between could move the button away.
 */
const SETTLE_MS = 300;

/** Return whether a text field has the focus on a touch screen. The on-screen keyboard is then open. */
export function useIsTyping(): boolean {
  const [isTyping, setIsTyping] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => setIsTyping(isTouch() && isTextField(document.activeElement));
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
  return isTyping;
}
