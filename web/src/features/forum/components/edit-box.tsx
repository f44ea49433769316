import type { ForumPost } from '@rivalhold/shared/contract/forum.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FORUM_REFUSALS, FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { faultOf } from '../../feed/fault.ts';
import { editPost, showEdited } from '../api.ts';
import styles from './edit-box.module.css';

/** One's own post while it is being edited. Left without saving it is as it was. */
export function EditBox({ post, onDone }: { post: ForumPost; onDone: () => void }) {
  const client = useQueryClient();
  const [text, setText] = useState(post.body);
  const [failure, setFailure] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(-1, -1);
  }, []);
  const body = text.trim();
  const isTooLong = body.length > LIMITS.forum.body;
  const saving = useMutation({
    mutationFn: () => editPost(post.id, body),
    onMutate: () => setFailure(null),
    onSuccess: (edited) => {
      showEdited(client, edited);
      announce(FORUM_TEXTS.saved);
      onDone();
    },
    onError: async (error) => setFailure(await faultOf(error, FORUM_TEXTS.saveFailed)),
  });
  const save = () => {
    if (saving.isPending || body === '' || isTooLong) return;
    if (body === post.body) onDone();
    else saving.mutate();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    save();
  };
  return (
    <form
      className={styles.edit}
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
        value={text}
        limit={LIMITS.forum.body}
        countFrom={LIMITS.forum.body * 0.9}
        error={isTooLong ? FORUM_REFUSALS.bodyTooLong : failure}
        className={styles.field}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.choices}>
        <Button size="small" onClick={onDone}>
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
      </div>
    </form>
  );
}
