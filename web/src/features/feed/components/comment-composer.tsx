import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FEED_ERRORS, FEED_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { SendHorizontal } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { MutedNote } from '../../../entities/mutes/muted-note.tsx';
import { useMute } from '../../../entities/mutes/use-mute.ts';
import { onSendKeys } from '../../../lib/send-keys.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Grid, Row } from '../../../ui/layout.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { ChosenGif, GifButton } from '../../gifs/index.ts';
import type { CommentDraft } from '../draft.ts';
import type { useAddComment } from '../use-post-comments.ts';
import styles from './comments.module.css';

const COUNT_FROM = LIMITS.comment * 0.9;

type CommentComposerProps = {
  draft: CommentDraft;
  write: (patch: Partial<CommentDraft> | null) => void;
  adding: ReturnType<typeof useAddComment>;
  field: RefObject<HTMLTextAreaElement | null>;
};

/** Write and post a comment. A failed comment is restored to the field. */
export function CommentComposer({ draft, write, adding, field }: CommentComposerProps) {
  const [error, setError] = useState<string | null>(null);
  const isMuted = useMute() !== null;
  const text = draft.text.trim();
  const change = (patch: Partial<CommentDraft>) => {
    setError(null);
    adding.clearFailure();
    write(patch);
  };
  const send = () => {
    if (adding.pending) return;
    const found =
      text === ''
        ? FEED_ERRORS.commentEmpty
        : text.length > LIMITS.comment
          ? FEED_ERRORS.commentTooLong
          : null;
    setError(found);
    if (found) return;
    adding.add({ text, gif: draft.gif });
    write(null);
  };
  if (isMuted) return <MutedNote />;
  return (
    <Grid
      as="form"
      columns={['1fr', 'auto']}
      gap={2}
      rowGap={0}
      align="start"
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
        error={error ?? adding.failure}
        className={styles.field}
        onChange={(event) => change({ text: event.target.value })}
        onKeyDown={onSendKeys(send)}
      />
      <Row gap={1}>
        <GifButton label={FEED_TEXTS.addGif} onPick={(gif) => change({ gif })} />
        <IconButton
          type="submit"
          variant="primary"
          label={FEED_TEXTS.sendComment}
          aria-disabled={text === '' || undefined}
        >
          <SendHorizontal size={18} aria-hidden="true" />
        </IconButton>
      </Row>
      {draft.gif && (
        <ChosenGif
          gif={draft.gif}
          alt={FEED_TEXTS.postedGif}
          remove={FEED_TEXTS.removeGif}
          className={styles.gif}
          onRemove={() => change({ gif: null })}
        />
      )}
    </Grid>
  );
}
