import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Call `onChange` when `value` changes for a reason other than the caller's own changes. Use this for a field whose text
 * is applied to the URL after a pause: the player can type on before the URL has changed, and the field must not go back
 * to the earlier text.
 * @returns a function to call with each value before the caller applies it
 */
export function useOutsideChange<T>(
  value: T,
  onChange: (value: T) => void,
  isSame: (one: T, other: T) => boolean = Object.is,
): (applied: T) => void {
  const seen = useRef(value);
  const applied = useRef<T[]>([]);
  const update = useEffectEvent((now: T) => {
    if (isSame(seen.current, now)) return;
    seen.current = now;
    const own = applied.current.findLastIndex((one) => isSame(one, now));
    // A later change can replace an earlier one before it is applied, so drop the values before this one, too.
    applied.current = own === -1 ? [] : applied.current.slice(own + 1);
    if (own === -1) onChange(now);
  });
  useEffect(() => update(value), [value]);
  return (next) => {
    const last = applied.current.length > 0 ? applied.current.at(-1)! : seen.current;
    if (!isSame(last, next)) applied.current.push(next);
  };
}
