import type { Reaction } from '@rivalhold/shared/reactions.ts';
import { REACTION_TEXTS } from '@rivalhold/shared/texts/reactions.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastError } from '../../ui/toast.ts';
import { dispatchToThread, setReaction } from './api.ts';

/**
 * Return a function that adds or removes the viewer's reaction to a message. It is shown immediately, and taken back if
 * the request fails. Requests for a message are sent one after another, so the last press wins.
 */
export function useReaction(messageId: number, meId: number, otherId: number) {
  const client = useQueryClient();
  const show = (emoji: Reaction, reacted: boolean) =>
    dispatchToThread(client, otherId, { type: 'reacted', id: messageId, userId: meId, emoji, reacted });
  const saving = useMutation({
    scope: { id: `message-reaction-${messageId}` },
    mutationFn: (body: { emoji: Reaction; reacted: boolean }) => setReaction(messageId, body),
    onError: (thrown, { emoji, reacted }) => {
      show(emoji, !reacted);
      toastError(REACTION_TEXTS.failed)(thrown);
    },
  });
  return (emoji: Reaction, reacted: boolean) => {
    show(emoji, reacted);
    saving.mutate({ emoji, reacted });
  };
}
