import { type ReactNode, Suspense, useRef } from 'react';

/** For a window that is loaded with `lazily()`: drawn from when it first opens, and on, since it fades as it closes. */
export function OnceOpen({ open, children }: { open: boolean; children: ReactNode }) {
  const wasOpen = useRef(false);
  wasOpen.current ||= open;
  return wasOpen.current && <Suspense>{children}</Suspense>;
}
