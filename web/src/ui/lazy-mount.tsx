import { type ReactNode, Suspense, useRef } from 'react';

/** A window that is loaded when it first opens; from then on it is there, so that it can fade when it closes. */
export function LazyMount({ open, children }: { open: boolean; children: ReactNode }) {
  const wasOpen = useRef(false);
  wasOpen.current ||= open;
  return wasOpen.current && <Suspense>{children}</Suspense>;
}
