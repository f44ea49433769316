import { useDeferredValue } from 'react';

/**
 * A value that was waited for: undefined a moment longer, so that what it brings is drawn bit by bit, between taps that
 * are answered; at once where it was there before the component was.
 */
export function useDeferredData<T>(value: T | undefined): T | undefined {
  return useDeferredValue(value !== undefined) ? value : undefined;
}
