import type { Clip } from '@rivalhold/shared/contract/clips.ts';
import { useEffect } from 'react';

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Has the browser load what comes next, unless somebody saves data. */
export function Preload({ clip }: { clip: Clip }) {
  const isPicture = clip.kind === 'image';
  useEffect(() => {
    if (isPicture && !savesData()) new Image().src = clip.url;
  }, [isPicture, clip.url]);
  if (isPicture || savesData()) return null;
  return <video src={clip.url} preload="auto" muted hidden aria-hidden="true" tabIndex={-1} />;
}
