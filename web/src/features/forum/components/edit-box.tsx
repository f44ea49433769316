import type { ForumPost } from '@rivalhold/shared/contract/forum.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FORUM_ERRORS, FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useUser } from '../../../entities/session/api.ts';
import { isComposing } from '../../../lib/composition.ts';
import { onSendKeys } from '../../../lib/send-keys.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { useErrorText } from '../../../lib/use-error-text.ts';
import { Button } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { editPost, showEdited } from '../api.ts';
import { EMPTY_EDIT, editDraftKey } from '../draft.ts';
import styles from './edit-box.module.css';

type EditBoxProps = {
  post: ForumPost;
  /** True if a press has just started the edit; false if a stored draft was restored. */
  focusOnMount: boolean;
  onDone: () => void;
};

/** Edit the player's own post. An unsaved draft is restored on return, unless the player cancelled the edit. */
export function EditBox({ post, focusOnMount, onDone }: EditBoxProps) {
  const client = useQueryClient();
  const [draft, write] = useDraft(useUser().id, editDraftKey(post.id), EMPTY_EDIT);
  const text = draft.text ?? post.body;
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!focusOnMount) return;
    field.current?.focus();
    field.current?.setSelectionRange(-1, -1);
  }, [focusOnMount]);
  const body = text.trim();
  const isTooLong = body.length > LIMITS.forum.body;
  const saving = useMutation({
    mutationFn: () => editPost(post.id, body),
    onSuccess: (edited) => {
      write(null);
      showEdited(client, edited);
      announce(FORUM_TEXTS.saved);
      onDone();
    },
  });
  const failure = useErrorText(saving.error, FORUM_TEXTS.saveFailed);
  const leave = () => {
    if (saving.isPending) return;
    write(null);
    onDone();
  };
  const save = () => {
    if (saving.isPending || body === '' || isTooLong) return;
    if (body === post.body) leave();
    else saving.mutate();
  };
  const cancel = async () => {
    if (saving.isPending) return;
    const { discardTitle: title, discardText, discard, keepEditing } = FORUM_TEXTS;
    const question = { title, text: discardText, confirm: discard, cancel: keepEditing, danger: true };
    if (body === post.body || (await confirm(question))) leave();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isComposing(event.nativeEvent)) {
      // Stop the event, because the key press that opens the confirmation must not also close it.
      event.stopPropagation();
      void cancel();
    }
    onSendKeys(save)(event);
  };
  return (
    <Stack
      as="form"
      gap={2}
      paddingBottom={2}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextArea
        ref={field}
        label={FORUM_TEXTS.editLabel}
        rows={5}
        readOnly={saving.isPending}
        value={text}
        limit={LIMITS.forum.body}
        countFrom={LIMITS.forum.body * 0.9}
        error={isTooLong ? FORUM_ERRORS.bodyTooLong : failure}
        className={styles.field}
        onChange={(event) => write({ text: event.target.value })}
        onKeyDown={onKeyDown}
      />
      <Row gap={2} align="stretch" justify="end">
        <Button size="small" onClick={leave}>
          {FORUM_TEXTS.cancel}
        </Button>
        <Button
          type="submit"
          size="small"
          variant="primary"
          busy={saving.isPending}
          disabled={body === '' || isTooLong}
        >
          {FORUM_TEXTS.save}
        </Button>
      </Row>
    </Stack>
  );
}
