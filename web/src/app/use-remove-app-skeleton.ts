import { useLayoutEffect } from 'react';

/** Remove the skeleton once the app renders. */
export function useRemoveAppSkeleton(): void {
  useLayoutEffect(() => document.getElementById('app-skeleton')?.remove(), []);
}
