import { useLayoutEffect } from 'react';

/** Takes away what stood in the place of the app until it was there. */
export function useRemoveAppSkeleton(): void {
  useLayoutEffect(() => document.getElementById('app-skeleton')?.remove(), []);
}
