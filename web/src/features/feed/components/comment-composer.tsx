import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FEED_REFUSALS, FEED_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { SendHorizontal, X } from 'lucide-react';
import { type KeyboardEvent, lazy, type RefObject, Suspense, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { MutedNote } from '../../moderation/muted-note.tsx';
import { useMute } from '../../moderation/use-mute.ts';
import type { CommentDraft, useAddComment } from '../use-post-comments.ts';
import styles from './comments.module.css';
import { Gif } from './post-media.tsx';

const loadPicker = () => import('../../gifs/components/gif-picker.tsx');
const GifPicker = lazy(async () => ({ default: (await loadPicker()).GifPicker }));
const COUNT_FROM = LIMITS.comment * 0.9;

type CommentComposerProps = {
  draft: CommentDraft;
  setDraft: (draft: CommentDraft) => void;
  adding: ReturnType<typeof useAddComment>;
  field: RefObject<HTMLTextAreaElement | null>;
};

/** Where a comment on a post is written. What could not be posted comes back into it. */
export function CommentComposer({ draft, setDraft, adding, field }: CommentComposerProps) {
  const [picking, setPicking] = useState(false);
  const [wanted, setWanted] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const isMuted = useMute() !== null;
  const text = draft.text.trim();
  const change = (patch: Partial<CommentDraft>) => {
    setFault(null);
    adding.forget();
    setDraft({ ...draft, ...patch });
  };
  const send = () => {
    if (adding.pending) return;
    const found =
      text === ''
        ? FEED_REFUSALS.commentEmpty
        : text.length > LIMITS.comment
          ? FEED_REFUSALS.commentTooLong
          : null;
    setFault(found);
    if (found) return;
    adding.add({ text, gif: draft.gif });
    setDraft({ text: '', gif: null });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  if (isMuted) return <MutedNote />;
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextArea
        ref={field}
        label={FEED_TEXTS.writeComment}
        placeholder={FEED_TEXTS.writeComment}
        rows={1}
        value={draft.text}
        limit={LIMITS.comment}
        countFrom={COUNT_FROM}
        error={fault ?? adding.failure}
        className={styles.field}
        onChange={(event) => change({ text: event.target.value })}
        onKeyDown={onKeyDown}
      />
      <div className={styles.buttons}>
        <IconButton
          label={FEED_TEXTS.addGif}
          className={styles.quiet}
          onPointerEnter={() => void loadPicker().catch(() => undefined)}
          onClick={() => {
            setWanted(true);
            setPicking(true);
          }}
        >
          <span className={styles.gifSign} aria-hidden="true">
            GIF
          </span>
        </IconButton>
        <IconButton
          type="submit"
          variant="primary"
          label={FEED_TEXTS.sendComment}
          aria-disabled={text === '' || undefined}
        >
          <SendHorizontal size={18} aria-hidden="true" />
        </IconButton>
      </div>
      {draft.gif && (
        <div className={styles.chosen}>
          <Gif url={draft.gif.url} alt={FEED_TEXTS.postedGif} small />
          <IconButton label={FEED_TEXTS.removeGif} onClick={() => change({ gif: null })}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        </div>
      )}
      {wanted && (
        <Suspense>
          <GifPicker
            open={picking}
            onClose={() => setPicking(false)}
            onPick={(gif) => {
              setPicking(false);
              change({ gif });
            }}
          />
        </Suspense>
      )}
    </form>
  );
}
