import { type RefObject, useEffect, useState } from 'react';

/**
 * Call `load` whenever `target` is within `margin` (CSS) of the viewport and `ready` is true. Use it at the end of
 * lists that load page by page.
 */
export function useLoadWhenNear(
  target: RefObject<Element | null>,
  { margin, ready, load }: { margin: string; ready: boolean; load: () => void },
): void {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: margin,
    });
    if (target.current) observer.observe(target.current);
    return () => observer.disconnect();
  }, [target, margin]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` changes on each render
  useEffect(() => {
    if (near && ready) load();
  }, [near, ready]);
}
