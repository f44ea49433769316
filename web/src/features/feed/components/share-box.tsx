import type { Post } from '@rivalhold/shared/contract/feed.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FEED_ERRORS, POST_COMPOSER_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { MutedNote } from '../../../entities/mutes/muted-note.tsx';
import { useMute } from '../../../entities/mutes/use-mute.ts';
import { useUser } from '../../../entities/session/api.ts';
import { readErrorText } from '../../../lib/errors.ts';
import { onSendKeys } from '../../../lib/send-keys.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { withIdempotencyKey } from '../../../lib/with-idempotency-key.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Row, Stack, Surface } from '../../../ui/layout.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { Text } from '../../../ui/text.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { feedQuery, type NewPost, sharePost, showPost } from '../api.ts';
import {
  type Draft,
  type DraftError,
  EMPTY_POST,
  hasTwoMedia,
  isSent,
  toNewPost,
  validatePostDraft,
} from '../draft.ts';
import styles from './share-box.module.css';
import { ShareButtons } from './share-buttons.tsx';
import { ShareMedia } from './share-media.tsx';

/** Return the draft of a post, its error, and the action to share it. A draft that cannot be shared is kept. */
function useShare(meId: number) {
  const client = useQueryClient();
  const [draft, write] = useDraft(meId, 'feed:post', EMPTY_POST);
  const [error, setError] = useState<DraftError | null>(null);

  const mutation = useMutation({
    mutationFn: (post: NewPost): Promise<Post> =>
      withIdempotencyKey(['post', post], (key) => sharePost(post, key)),
    onSuccess: (post, sent) => {
      write((now) => (isSent(now, sent) ? EMPTY_POST : {}));
      showPost(client, post);
      if (!client.getQueryData(feedQuery.queryKey))
        void client.invalidateQueries({ queryKey: feedQuery.queryKey });
      announce(POST_COMPOSER_TEXTS.posted);
    },
    onError: async (thrown) =>
      setError({ field: 'post', text: await readErrorText(thrown, POST_COMPOSER_TEXTS.failed) }),
  });
  const change = (patch: Partial<Draft>) => {
    if (mutation.isPending) return;
    const next = { ...draft, ...patch };
    write(patch);
    setError(hasTwoMedia(next) ? validatePostDraft(next) : null);
  };
  const share = () => {
    if (mutation.isPending) return;
    const found = validatePostDraft(draft);
    setError(found);
    if (!found) mutation.mutate(toNewPost(draft));
  };
  return { draft, change, error, share, sharing: mutation.isPending };
}

const COUNT_FROM = LIMITS.feed.text * 0.9;

/** Write a post with an optional photo, GIF or video, and share it. */
export function ShareBox() {
  const me = useUser();
  const titleId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { draft, change, error, share, sharing } = useShare(me.id);
  const isMuted = useMute() !== null;
  const focus = () => requestAnimationFrame(() => field.current?.focus({ preventScroll: true }));
  if (isMuted) return <MutedNote />;
  return (
    <Surface
      as="form"
      radius={3}
      border
      shadow={1}
      padding={4}
      gap={3}
      paddingInline={5}
      className={styles.box}
      aria-labelledby={titleId}
      noValidate
      onKeyDown={onSendKeys(share)}
      onSubmit={(event) => {
        event.preventDefault();
        share();
      }}
    >
      <VisuallyHidden>
        <h2 id={titleId}>{POST_COMPOSER_TEXTS.title}</h2>
      </VisuallyHidden>
      <Row gap={3} align="start">
        <Avatar name={me.username} url={me.avatarUrl} size={44} className={styles.face} />
        <Stack grow>
          <TextArea
            ref={field}
            label={POST_COMPOSER_TEXTS.label}
            placeholder={POST_COMPOSER_TEXTS.placeholder(me.username)}
            rows={2}
            readOnly={sharing}
            value={draft.text}
            limit={LIMITS.feed.text}
            countFrom={COUNT_FROM}
            error={
              (error?.field === 'post' ? error.text : null) ??
              (draft.text.trim().length > LIMITS.feed.text ? FEED_ERRORS.tooLong : null)
            }
            onChange={(event) => change({ text: event.target.value })}
          />
        </Stack>
      </Row>
      <ShareMedia
        draft={draft}
        onRemove={(patch) => {
          change(patch);
          // Move the focus, because the pressed button is removed with the photo, GIF or video.
          focus();
        }}
        onChange={change}
        youtubeError={error?.field === 'youtube' ? error.text : null}
      />
      <Row gap={3}>
        <ShareButtons draft={draft} change={change} />
        <Text size={1} tone="quiet" wrap="nowrap" className={styles.hint}>
          {POST_COMPOSER_TEXTS.hint}
        </Text>
        <Button
          type="submit"
          variant="primary"
          busy={sharing}
          aria-disabled={hasTwoMedia(draft) || undefined}
          className={styles.post}
        >
          {POST_COMPOSER_TEXTS.post}
        </Button>
      </Row>
    </Surface>
  );
}
