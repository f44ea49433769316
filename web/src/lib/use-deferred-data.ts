import { useDeferredValue } from 'react';

/**
 * Return loaded data one deferred render later, so that rendering it does not block input; data available on
 * mount is returned immediately.
 */
export function useDeferredData<T>(value: T | undefined): T | undefined {
  return useDeferredValue(value !== undefined) ? value : undefined;
}
