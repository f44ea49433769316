import { type ReactNode, Suspense } from 'react';
import { useUser } from '../../../entities/session/api.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';

const HiddenMedia = lazyComponent(() => import('./hidden-media.tsx'), 'HiddenMedia');

/** Show media by a player, or a button that reveals it if the viewer hides media by strangers. */
export function StrangerMedia({ authorId, children }: { authorId: number; children: ReactNode }) {
  const me = useUser();
  if (!me.hidesMedia || authorId === me.id) return children;
  return (
    <Suspense>
      <HiddenMedia authorId={authorId}>{children}</HiddenMedia>
    </Suspense>
  );
}
