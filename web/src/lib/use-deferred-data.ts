import { useDeferredValue } from 'react';

/**
 * Return loaded data in a deferred render, so that rendering it does not block input. Data that is available on mount
 * is returned immediately.
 */
export function useDeferredData<T>(value: T | undefined): T | undefined {
  return useDeferredValue(value !== undefined) ? value : undefined;
}
