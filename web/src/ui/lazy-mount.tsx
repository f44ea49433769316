import { type ReactNode, Suspense, useRef } from 'react';

/** Mount a dialog or popover when it first opens. It stays mounted, so that it can fade out. */
export function LazyMount({ open, children }: { open: boolean; children: ReactNode }) {
  const wasOpen = useRef(false);
  wasOpen.current ||= open;
  return wasOpen.current && <Suspense>{children}</Suspense>;
}
