import type { ForumThread } from '@rivalhold/shared/contract/forum.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useUser } from '../../entities/session/api.ts';
import { actOnce } from '../../lib/act-once.ts';
import { faultOf, readError } from '../../lib/errors.ts';
import { useKeptDraft } from '../../lib/use-kept-draft.ts';
import { announce } from '../../ui/live-region.tsx';
import { type NewThread, renewLists, startThread } from './api.ts';
import { bodyOf, EMPTY_THREAD, type ThreadDraft } from './draft.ts';
import { useForumPlace } from './use-forum-place.ts';

type Faults = { errors: Record<string, string>; failure: string | null };
const NO_FAULTS: Faults = { errors: {}, failure: null };

/**
 * The thread that is being written, in `category` unless another was chosen; once it stands it is opened, and `onClose`
 * called, where its window is still there. What could not be sent stays.
 */
export function useNewThread(category: number | undefined, onClose: () => void) {
  const client = useQueryClient();
  const { filters, go } = useForumPlace();
  const [kept, write] = useKeptDraft(useUser().id, 'forum:thread', EMPTY_THREAD);
  const [{ errors, failure }, setFaults] = useState(NO_FAULTS);
  const draft = { ...kept, categoryId: kept.categoryId || String(category ?? '') };
  const title = draft.title.trim();
  const body = bodyOf(draft);
  const categoryId = Number.parseInt(draft.categoryId, 10);
  const isTooLong = body.length > LIMITS.forum.body;

  const mutation = useMutation({
    mutationFn: (thread: NewThread) => actOnce(['thread', thread], (key) => startThread(thread, key)),
    onMutate: () => setFaults(NO_FAULTS),
    onSuccess: (_, sent) => {
      write((now) => (now.title.trim() === sent.title && bodyOf(now) === sent.body ? EMPTY_THREAD : {}));
      void renewLists(client);
      announce(FORUM_TEXTS.created);
    },
    onError: async (error) => {
      const found = await readError(error);
      const isOfFields = ['title', 'body', 'categoryId'].some((field) => found.errors[field]);
      setFaults({
        errors: found.errors,
        failure: isOfFields ? null : await faultOf(error, FORUM_TEXTS.createFailed),
      });
    },
  });
  const change = (patch: Partial<ThreadDraft>) => {
    setFaults(NO_FAULTS);
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
    // What would leave it out of the list is taken off.
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
