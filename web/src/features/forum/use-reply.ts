import type { ForumPost } from '@rivalhold/shared/contract/forum.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { actOnce } from '../../lib/act-once.ts';
import { useFault } from '../../lib/use-fault.ts';
import { useKeptDraft } from '../../lib/use-kept-draft.ts';
import { announce } from '../../ui/live-region.tsx';
import { replyTo, showPost } from './api.ts';
import { bodyOf, EMPTY_REPLY, type ReplyDraft } from './draft.ts';

/** The reply that is being written, what is wrong with it, and how to send it. What could not be sent stays. `onReplied` is called where the thread is still open. */
export function useReply(meId: number, threadId: number, onReplied: (post: ForumPost) => void) {
  const client = useQueryClient();
  const [draft, write] = useKeptDraft(meId, `forum:reply:${threadId}`, EMPTY_REPLY);
  const body = bodyOf(draft);
  const isTooLong = body.length > LIMITS.forum.body;

  const mutation = useMutation({
    mutationFn: (text: string) => actOnce(['reply', threadId, text], (key) => replyTo(threadId, text, key)),
    onSuccess: (post, sent) => {
      write((now) => (bodyOf(now) === sent ? EMPTY_REPLY : {}));
      showPost(client, post);
      announce(FORUM_TEXTS.replyPosted);
    },
  });
  const failure = useFault(mutation.error, FORUM_TEXTS.replyFailed);
  const change = (patch: Partial<ReplyDraft>) => {
    // One that is on its way is not forgotten.
    if (mutation.isError) mutation.reset();
    write(patch);
  };
  const canSend = body !== '' && !isTooLong;
  const send = () => {
    if (canSend && !mutation.isPending) mutation.mutate(body, { onSuccess: onReplied });
  };
  return { draft, change, isTooLong, canSend, failure, send, sending: mutation.isPending };
}
