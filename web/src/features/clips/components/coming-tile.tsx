import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import { X } from 'lucide-react';
import type { CSSProperties } from 'react';
import { type ComingClip, cancelClip } from '../uploads.ts';
import styles from './clips-bar.module.css';
import { Face } from './face.tsx';

/** A clip of one's own that is on its way, with how far it has come; a press takes it back. */
export function ComingTile({ item }: { item: ComingClip }) {
  const { part, preview, key, more } = item;
  const percent = Math.round(part * 100);
  const state = part < 1 ? CLIP_TEXTS.percent(percent) : CLIP_TEXTS.finishing;
  return (
    <>
      <progress
        className={styles.progress}
        aria-label={part < 1 ? CLIP_TEXTS.uploading(percent) : CLIP_TEXTS.finishing}
        max={100}
        value={percent}
      />
      <button
        type="button"
        className={styles.tile}
        style={{ '--part': part } as CSSProperties}
        aria-label={CLIP_TEXTS.cancelUpload(state)}
        onClick={() => cancelClip(key)}
      >
        <Face name={state} look="coming">
          {preview ? (
            <img src={preview} alt={more.caption} width={60} height={60} className={styles.picture} />
          ) : (
            <span className={styles.picture} />
          )}
          <span className={styles.stop}>
            <X size={20} aria-hidden="true" />
          </span>
        </Face>
      </button>
    </>
  );
}
