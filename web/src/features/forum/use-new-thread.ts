import type { ForumThread } from '@rivalhold/shared/contract/forum.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useUser } from '../../entities/session/api.ts';
import { readError, readErrorText } from '../../lib/errors.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { withIdempotencyKey } from '../../lib/with-idempotency-key.ts';
import { announce } from '../../ui/live-region.tsx';
import { invalidateLists, type NewThread, startThread } from './api.ts';
import { draftBody, EMPTY_THREAD, type ThreadDraft } from './draft.ts';
import { useForumLocation } from './use-forum-location.ts';

type FormErrors = { errors: Record<string, string>; failure: string | null };
const NO_ERRORS: FormErrors = { errors: {}, failure: null };

/**
 * Return the draft of a new thread, in `category` by default, and its actions. If the dialog is still open when the
 * thread has been created, `onClose` is called and the thread is opened. A draft that cannot be sent is kept.
 */
export function useNewThread(category: number | undefined, onClose: () => void) {
  const client = useQueryClient();
  const { filters, go } = useForumLocation();
  const [stored, write] = useDraft(useUser().id, 'forum:thread', EMPTY_THREAD);
  const [{ errors, failure }, setFormErrors] = useState(NO_ERRORS);
  const draft = { ...stored, categoryId: stored.categoryId || String(category ?? '') };
  const title = draft.title.trim();
  const body = draftBody(draft);
  const categoryId = Number.parseInt(draft.categoryId, 10);
  const isTooLong = body.length > LIMITS.forum.body;

  const mutation = useMutation({
    mutationFn: (thread: NewThread) =>
      withIdempotencyKey(['thread', thread], (key) => startThread(thread, key)),
    onMutate: () => setFormErrors(NO_ERRORS),
    onSuccess: (_, sent) => {
      write((now) => (now.title.trim() === sent.title && draftBody(now) === sent.body ? EMPTY_THREAD : {}));
      void invalidateLists(client);
      announce(FORUM_TEXTS.created);
    },
    onError: async (error) => {
      const apiError = await readError(error);
      const isOfFields = ['title', 'body', 'categoryId'].some((field) => apiError.errors[field]);
      setFormErrors({
        errors: apiError.errors,
        failure: isOfFields ? null : await readErrorText(error, FORUM_TEXTS.createFailed),
      });
    },
  });
  const change = (patch: Partial<ThreadDraft>) => {
    setFormErrors(NO_ERRORS);
    write(patch);
  };
  const canSend =
    title !== '' &&
    title.length <= LIMITS.forum.title &&
    Number.isInteger(categoryId) &&
    body !== '' &&
    !isTooLong;
  const open = (thread: ForumThread) => {
    onClose();
    // Reset filters that would hide the new thread.
    const { category: shown } = filters;
    const next = shown === thread.categoryId ? shown : undefined;
    window.scrollTo(0, 0);
    go({ ...filters, search: undefined, category: next, thread: thread.id });
  };
  const send = () => {
    if (!canSend || mutation.isPending) return;
    mutation.mutate({ title, body, categoryId }, { onSuccess: ({ thread }) => open(thread) });
  };
  return { draft, change, isTooLong, canSend, errors, failure, send, sending: mutation.isPending };
}
