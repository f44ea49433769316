import type { ForumPost } from '@rivalhold/shared/contract/forum.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FORUM_ERRORS, FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Ref, useId, useImperativeHandle, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useUser } from '../../../entities/session/api.ts';
import { onSendKeys } from '../../../lib/send-keys.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { useErrorText } from '../../../lib/use-error-text.ts';
import { withIdempotencyKey } from '../../../lib/with-idempotency-key.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { Row, Surface } from '../../../ui/layout.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { Text } from '../../../ui/text.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { ChosenGif, GifButton } from '../../gifs/index.ts';
import { replyTo, showPost } from '../api.ts';
import { quotePost, withQuote } from '../body.ts';
import { draftBody, EMPTY_REPLY, type ReplyDraft } from '../draft.ts';
import styles from './composer.module.css';

/**
 * Return the draft of a reply, its error, and an action that sends the reply. If sending fails, the draft is kept. Once
 * the reply is posted, `onReplied` is called if the thread is still open.
 */
function useReply(meId: number, threadId: number, onReplied: (post: ForumPost) => void) {
  const client = useQueryClient();
  const [draft, write] = useDraft(meId, `forum:reply:${threadId}`, EMPTY_REPLY);
  const body = draftBody(draft);
  const isTooLong = body.length > LIMITS.forum.body;

  const mutation = useMutation({
    mutationFn: (text: string) =>
      withIdempotencyKey(['reply', threadId, text], (key) => replyTo(threadId, text, key)),
    onSuccess: (post, sent) => {
      write((now) => (draftBody(now) === sent ? EMPTY_REPLY : {}));
      showPost(client, post);
      announce(FORUM_TEXTS.replyPosted);
    },
  });
  const failure = useErrorText(mutation.error, FORUM_TEXTS.replyFailed);
  const change = (patch: Partial<ReplyDraft>) => {
    // Clear the error of a failed reply. Do not reset the mutation while it sends a reply.
    if (mutation.isError) mutation.reset();
    write(patch);
  };
  const canSend = body !== '' && !isTooLong;
  const send = () => {
    if (canSend && !mutation.isPending) mutation.mutate(body, { onSuccess: onReplied });
  };
  return { draft, change, isTooLong, canSend, failure, send, sending: mutation.isPending };
}

const COUNT_FROM = LIMITS.forum.body * 0.9;

export type ComposerHandle = { focus: () => void; quote: (post: ForumPost) => void };
type ComposerProps = {
  ref: Ref<ComposerHandle>;
  threadId: number;
  onReplied: (post: ForumPost) => void;
};

/** Write and send a reply. An unsent draft is restored on return to the thread. */
export function Composer({ ref, threadId, onReplied }: ComposerProps) {
  const titleId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const reply = useReply(useUser().id, threadId, onReplied);
  const { draft, change } = reply;
  const focus = () => {
    field.current?.focus();
    field.current?.scrollIntoView({ block: 'center' });
  };
  useImperativeHandle(ref, () => ({
    focus,
    quote: (post) => {
      const text = withQuote(draft.text, quotePost(post));
      flushSync(() => change({ text }));
      focus();
      field.current?.setSelectionRange(text.length, text.length);
      announce(FORUM_TEXTS.quotedNote);
    },
  }));
  return (
    <Surface
      as="form"
      radius={3}
      border
      shadow={1}
      padding={4}
      paddingInline={5}
      gap={2}
      className={styles.composer}
      aria-labelledby={titleId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        reply.send();
      }}
    >
      <VisuallyHidden>
        <h3 id={titleId}>{FORUM_TEXTS.composer}</h3>
      </VisuallyHidden>
      <TextArea
        ref={field}
        label={FORUM_TEXTS.replyLabel}
        placeholder={FORUM_TEXTS.replyPlaceholder}
        rows={3}
        readOnly={reply.sending}
        value={draft.text}
        limit={LIMITS.forum.body}
        countFrom={COUNT_FROM}
        error={reply.isTooLong ? FORUM_ERRORS.bodyTooLong : null}
        className={styles.field}
        onChange={(event) => change({ text: event.target.value })}
        onKeyDown={onSendKeys(reply.send)}
      />
      {draft.gif && (
        <ChosenGif
          alt={FORUM_TEXTS.chosenGif}
          remove={FORUM_TEXTS.removeGif}
          gif={draft.gif}
          onRemove={() => {
            change({ gif: null });
            // Move the focus, because the pressed button is removed with the GIF.
            field.current?.focus({ preventScroll: true });
          }}
        />
      )}
      <Row gap={3} justify="end" className={styles.foot}>
        <GifButton label={FORUM_TEXTS.addGif} onPick={(gif) => change({ gif })} />
        <Text size={1} tone="quiet" className={styles.hint}>
          {FORUM_TEXTS.replyHint}
        </Text>
        <Button type="submit" variant="primary" busy={reply.sending} disabled={!reply.canSend}>
          {FORUM_TEXTS.reply}
        </Button>
      </Row>
      <Text as="div" textAlign="end">
        <ErrorMessage text={reply.failure} />
      </Text>
    </Surface>
  );
}
