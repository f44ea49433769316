import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import { useRef } from 'react';
import { useWhenNear } from '../../../lib/use-when-near.ts';
import { Said, WaitingTile } from './strip-state.tsx';

type MoreGroupsProps = { busy: boolean; failed: boolean; load: () => void };

/** The end of what is loaded: the next players come shortly before it is in sight. */
export function MoreGroups({ busy, failed, load }: MoreGroupsProps) {
  const place = useRef<HTMLLIElement>(null);
  useWhenNear(place, { margin: '300px', ready: !busy && !failed, load });
  return (
    <>
      <li ref={place} aria-hidden="true">
        {!failed && <WaitingTile />}
      </li>
      {failed && <Said text={CLIP_TEXTS.moreFailed} retry={load} busy={busy} />}
    </>
  );
}
