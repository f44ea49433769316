import type { MessageReaction } from '@rivalhold/shared/contract/dms.ts';
import { REACTIONS } from '@rivalhold/shared/reactions.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type OwnReactionChange, useReaction } from '../../entities/reactions/use-reaction.ts';
import { api } from '../../lib/api.ts';
import { useSocketEvent } from '../../lib/socket.ts';
import { dispatchToThread, threadQuery } from './api.ts';

/** A player's change to a reaction: added if `reacted` is true, otherwise removed. */
type ReactionChange = OwnReactionChange & { userId: number };

/** Return the reactions to a message after a change. Applying the same change again has no effect. */
export function withReaction(
  reactions: readonly MessageReaction[],
  { userId, emoji, reacted }: ReactionChange,
): MessageReaction[] {
  const before = reactions.find((reaction) => reaction.emoji === emoji)?.userIds ?? [];
  const others = before.filter((id) => id !== userId);
  const userIds = reacted ? (before.includes(userId) ? before : [...before, userId]) : others;
  const rest = reactions.filter((reaction) => reaction.emoji !== emoji);
  return userIds.length === 0
    ? rest
    : [...rest, { emoji, userIds }].sort((a, b) => REACTIONS.indexOf(a.emoji) - REACTIONS.indexOf(b.emoji));
}

/** Apply reaction events while the conversation with a player is open. Reopening it loads missed changes. */
export function useReactionEvents(otherId: number): void {
  const client = useQueryClient();
  useSocketEvent('dm:reacted', ({ id, senderId, receiverId, userId, emoji, reacted }) => {
    if (senderId !== otherId && receiverId !== otherId) return;
    const change = { userId, emoji, reacted };
    dispatchToThread(client, otherId, {
      type: 'reacted',
      id,
      change: (reactions) => withReaction(reactions, change),
    });
    // If the conversation is being loaded, load it again, because the response might not include the change.
    const { queryKey } = threadQuery(otherId);
    if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey });
  });
}

/** Return a function that adds or removes the viewer's reaction to a message of a conversation. */
export function useMessageReaction(messageId: number, meId: number, otherId: number) {
  const client = useQueryClient();
  return useReaction({
    scope: `message-reaction-${messageId}`,
    patchCache: (change) =>
      dispatchToThread(client, otherId, {
        type: 'reacted',
        id: messageId,
        change: (reactions) => withReaction(reactions, { userId: meId, ...change }),
      }),
    save: (body) => api('PUT /api/dms/{messageId}/reactions', { params: { messageId }, body }),
  });
}
