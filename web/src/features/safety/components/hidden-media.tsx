import { DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { SAFETY_TEXTS } from '@rivalhold/shared/texts/safety.ts';
import { EyeOff } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../ui/button.tsx';
import { useHidesMediaBy } from '../use-hides-media-by.ts';

/** If the viewer hides media by the author, show the media only after a press. */
export function HiddenMedia({ authorId, children }: { authorId: number; children: ReactNode }) {
  const hides = useHidesMediaBy(authorId);
  const [isRevealed, setIsRevealed] = useState(false);
  const media = useRef<HTMLDivElement>(null);
  if (!hides) return children;
  const reveal = () => {
    // The button is removed, so move the focus from it to the media.
    flushSync(() => setIsRevealed(true));
    media.current?.focus();
  };
  return isRevealed ? (
    <div ref={media} tabIndex={-1}>
      {children}
    </div>
  ) : (
    <Button size="small" title={SAFETY_TEXTS.showMedia} onClick={reveal}>
      <EyeOff size={16} aria-hidden="true" />
      {DM_TEXTS.showMedia(1)}
    </Button>
  );
}
