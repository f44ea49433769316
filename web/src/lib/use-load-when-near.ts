import { type RefObject, useEffect, useState } from 'react';

/** Calls `load` whenever `target` is in sight, or nearer to it than `margin` (CSS), and `ready`: lists that grow put it at their end. */
export function useLoadWhenNear(
  target: RefObject<Element | null>,
  { margin, ready, load }: { margin: string; ready: boolean; load: () => void },
): void {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: margin },
    );
    if (target.current) observer.observe(target.current);
    return () => observer.disconnect();
  }, [target, margin]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is another function each time
  useEffect(() => {
    if (near && ready) load();
  }, [near, ready]);
}
