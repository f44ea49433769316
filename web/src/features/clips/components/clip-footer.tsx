import type { Clip } from '@rivalhold/shared/contract/clips.ts';
import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Eye, Heart, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/toast.ts';
import { changeClips, deleteClip } from '../api.ts';
import { withoutClips } from '../groups.ts';
import { useLike } from '../likes.ts';
import styles from './clip-viewer.module.css';

type ClipFooterProps = {
  clip: Clip;
  own: boolean;
  mayDelete: boolean;
  asking: boolean;
  onAsk: () => void;
  onAnswered: () => void;
  onDeleted: () => void;
};

/** What a clip says, who likes it, how many have watched it; deleting asks once, in the same place. */
export function ClipFooter(props: ClipFooterProps) {
  const { clip, own, mayDelete, asking, onAsk, onAnswered, onDeleted } = props;
  const remove = useRef<HTMLButtonElement>(null);
  const deletion = useDeletion(clip.id, onDeleted);
  const back = () => {
    onAnswered();
    // The button that had the focus is gone.
    requestAnimationFrame(() => remove.current?.focus());
  };
  return (
    <footer className={styles.footer}>
      {deletion.fault && (
        <p role="alert" className={styles.fault}>
          {deletion.fault}
        </p>
      )}
      {asking ? (
        <Question busy={deletion.busy} onYes={() => deletion.start(back)} onNo={back} />
      ) : (
        <>
          {clip.caption && (
            <p className={styles.caption} dir="auto">
              {clip.caption}
            </p>
          )}
          <div className={styles.deeds}>
            <Likes clip={clip} own={own} />
            <span className={styles.count} role="img" aria-label={CLIP_TEXTS.views(clip.viewsCount)}>
              <Eye size={20} aria-hidden="true" />
              {clip.viewsCount}
            </span>
            {mayDelete && (
              <IconButton
                ref={remove}
                label={CLIP_TEXTS.deleteClip}
                className={clsx(styles.control, styles.remove)}
                onClick={() => {
                  deletion.forget();
                  onAsk();
                }}
              >
                <Trash2 size={20} aria-hidden="true" />
              </IconButton>
            )}
          </div>
        </>
      )}
    </footer>
  );
}

function useDeletion(id: number, onDeleted: () => void) {
  const client = useQueryClient();
  const [fault, setFault] = useState<string | null>(null);
  const call = useMutation({
    mutationFn: () => deleteClip(id),
    onError: (thrown) =>
      setFault(thrown instanceof Response ? CLIP_TEXTS.deleteFailed : CLIP_TEXTS.deleteUnreached),
    onSuccess: () => {
      onDeleted();
      changeClips(client, (list) => withoutClips(list, [id]));
      toast.success(CLIP_TEXTS.deleted);
    },
  });
  return {
    fault,
    busy: call.isPending,
    forget: () => setFault(null),
    start: (onFailed: () => void) => call.mutate(undefined, { onError: onFailed }),
  };
}

function Likes({ clip, own }: { clip: Clip; own: boolean }) {
  const { on, count, press } = useLike(clip);
  if (own)
    return (
      <span className={styles.count} role="img" aria-label={CLIP_TEXTS.likes(count)}>
        <Heart size={20} aria-hidden="true" />
        {count}
      </span>
    );
  return (
    <button
      type="button"
      className={clsx(styles.count, styles.like)}
      aria-pressed={on}
      aria-label={CLIP_TEXTS.like(count)}
      onClick={press}
    >
      <Heart size={22} aria-hidden="true" className={styles.heart} />
      {count}
    </button>
  );
}

function Question({ busy, onYes, onNo }: { busy: boolean; onYes: () => void; onNo: () => void }) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // The window around it closes by the same key.
    event.stopPropagation();
    onNo();
  };
  return (
    <fieldset className={styles.question} aria-label={CLIP_TEXTS.deleteTitle} onKeyDown={onKeyDown}>
      <p role="alert">
        <strong>{CLIP_TEXTS.deleteTitle}</strong> {CLIP_TEXTS.deleteText}
      </p>
      <div className={styles.answers}>
        <Button size="small" autoFocus onClick={onNo}>
          {CLIP_TEXTS.cancel}
        </Button>
        <Button size="small" variant="danger" busy={busy} onClick={onYes}>
          {CLIP_TEXTS.delete}
        </Button>
      </div>
    </fieldset>
  );
}
