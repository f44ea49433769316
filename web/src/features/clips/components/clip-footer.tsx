import type { Clip } from '@rivalhold/shared/contract/clips.ts';
import { formatNumber } from '@rivalhold/shared/format-number.ts';
import { CLIP_TEXTS } from '@rivalhold/shared/texts/clips.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Eye, Heart, Trash2 } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { ReportButton } from '../../../entities/reports/report-button.tsx';
import { readErrorText } from '../../../lib/errors.ts';
import { useLike } from '../../../lib/likes.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { onEscape } from '../../../ui/on-escape.ts';
import { isTooLong, NO_REASON, ReasonFields } from '../../../ui/reason-fields.tsx';
import { toast } from '../../../ui/toast.ts';
import { changeClips, deleteClip } from '../api.ts';
import { withoutClips } from '../groups.ts';
import { clipLikes } from '../likes.ts';
import styles from './clip-viewer.module.css';

type ClipFooterProps = {
  clip: Clip;
  user: { id: number; username: string };
  own: boolean;
  mayDelete: boolean;
  isInterrupted: boolean;
  onInterrupt: () => void;
  onResume: () => void;
  popup: RefObject<HTMLElement | null>;
};

/**
 * Show a clip's caption, likes and views, or the confirmation of its deletion. The footer stays mounted when the clip
 * changes, so that a focused button keeps the focus.
 */
export function ClipFooter(props: ClipFooterProps) {
  const { clip, user, own, mayDelete, isInterrupted, onInterrupt, onResume, popup } = props;
  const remove = useRef<HTMLButtonElement>(null);
  const [error, setError] = useState<{ id: number; text: string } | null>(null);
  const clipToConfirm = useRef<number | null>(null);
  // True while the player reports the clip. The report dialog also sets `isInterrupted`, in order to pause the clip,
  // but the footer must not ask to confirm a deletion then.
  const [reporting, setReporting] = useState(false);
  // Closing the confirmation removes the focused button. Focus the delete button, or the clip viewer if the clip has
  // changed.
  useLayoutEffect(() => {
    const before = clipToConfirm.current;
    clipToConfirm.current = isInterrupted ? clip.id : null;
    if (before === null || isInterrupted) return;
    const focused = document.activeElement;
    if (focused !== document.body && focused !== popup.current) return;
    (before === clip.id ? remove : popup).current?.focus();
  }, [isInterrupted, clip.id, popup]);
  return (
    <footer className={styles.footer}>
      {error?.id === clip.id && (
        <p role="alert" className={styles.error}>
          {error.text}
        </p>
      )}
      {isInterrupted && !reporting ? (
        <Question
          id={clip.id}
          own={own}
          onResume={onResume}
          onFailed={(text) => setError({ id: clip.id, text })}
        />
      ) : (
        <>
          {clip.caption && (
            <p key={clip.id} className={styles.caption} dir="auto">
              {clip.caption}
            </p>
          )}
          <Row gap={1}>
            <Likes clip={clip} own={own} />
            <span className={styles.count} role="img" aria-label={CLIP_TEXTS.views(clip.viewsCount)}>
              <Eye size={20} aria-hidden="true" />
              {formatNumber(clip.viewsCount)}
            </span>
            <ReportButton
              key={`report ${clip.id}`}
              kind="clip"
              id={clip.id}
              owner={user}
              size="medium"
              className={clsx(styles.control, styles.remove)}
              onOpenChange={(open) => {
                setReporting(open);
                if (open) onInterrupt();
                else onResume();
              }}
            />
            {mayDelete && (
              <IconButton
                ref={remove}
                label={CLIP_TEXTS.deleteClip}
                className={clsx(styles.control, styles.remove)}
                onClick={() => {
                  setError(null);
                  onInterrupt();
                }}
              >
                <Trash2 size={20} aria-hidden="true" />
              </IconButton>
            )}
          </Row>
        </>
      )}
    </footer>
  );
}

function Likes({ clip, own }: { clip: Clip; own: boolean }) {
  const { on, count, toggle } = useLike(clipLikes, clip);
  if (own)
    return (
      <span className={styles.count} role="img" aria-label={CLIP_TEXTS.likes(count)}>
        <Heart size={20} aria-hidden="true" />
        {formatNumber(count)}
      </span>
    );
  return (
    <button
      type="button"
      className={clsx(styles.count, styles.like)}
      aria-pressed={on}
      aria-label={CLIP_TEXTS.like(count)}
      onClick={toggle}
    >
      <Heart size={22} aria-hidden="true" className={styles.heart} />
      {formatNumber(count)}
    </button>
  );
}

type QuestionProps = {
  id: number;
  own: boolean;
  onResume: () => void;
  onFailed: (text: string) => void;
};

function Question({ id, own, onResume, onFailed }: QuestionProps) {
  const [reason, setReason] = useState(NO_REASON);
  const client = useQueryClient();
  const call = useMutation({
    mutationFn: () => deleteClip(id, own ? {} : reason),
    onError: async (thrown) => {
      const { deleteFailed, deleteNetworkFailed } = CLIP_TEXTS;
      onFailed(await readErrorText(thrown, thrown instanceof Response ? deleteFailed : deleteNetworkFailed));
    },
    onSuccess: () => {
      changeClips(client, (list) => withoutClips(list, [id]));
      toast.success(CLIP_TEXTS.deleted);
    },
  });
  return (
    <fieldset className={styles.question} aria-label={CLIP_TEXTS.deleteTitle} onKeyDown={onEscape(onResume)}>
      <p role="alert">
        <strong>{CLIP_TEXTS.deleteTitle}</strong> {own ? CLIP_TEXTS.deleteText : CLIP_TEXTS.deleteAsStaffText}
      </p>
      {!own && <ReasonFields value={reason} onChange={setReason} />}
      <Row gap={2} justify="end" align="stretch">
        <Button size="small" autoFocus onClick={onResume}>
          {CLIP_TEXTS.cancel}
        </Button>
        <Button
          size="small"
          variant="danger"
          busy={call.isPending}
          aria-disabled={isTooLong(reason) || undefined}
          onClick={() => isTooLong(reason) || call.mutate(undefined, { onError: onResume })}
        >
          {CLIP_TEXTS.delete}
        </Button>
      </Row>
    </fieldset>
  );
}
