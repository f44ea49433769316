import type { Reaction } from '@rivalhold/shared/reactions.ts';
import { REACTION_TEXTS } from '@rivalhold/shared/texts/reactions.ts';
import { useMutation } from '@tanstack/react-query';
import { toastError } from '../../ui/toast.ts';

/** The viewer's change to a reaction: added if `reacted` is true, otherwise removed. */
export type OwnReactionChange = { emoji: Reaction; reacted: boolean };

type ReactionOptions = {
  /** Identifies the message. Requests with the same scope and emoji are sent one after another. */
  scope: string;
  /** Applies a change to the cached message. */
  patchCache: (change: OwnReactionChange) => void;
  save: (change: OwnReactionChange) => Promise<unknown>;
};

/**
 * The reactions that are being saved, by scope and emoji: their state before the press or after the last successful
 * request, and their shown state.
 */
const saving = new Map<string, { confirmed: boolean; shown: boolean }>();

/**
 * Return a function that adds or removes the viewer's reaction to a message. The change is shown immediately. The
 * requests for a reaction are sent one at a time. While a request runs, only the latest press is kept. After a failed
 * request, the message shows the last confirmed state again.
 */
export function useReaction({ scope, patchCache, save }: ReactionOptions) {
  const { mutateAsync } = useMutation({ mutationFn: save });
  const sync = async (key: string, { emoji, reacted }: OwnReactionChange) => {
    const entry = { confirmed: !reacted, shown: reacted };
    saving.set(key, entry);
    try {
      while (entry.shown !== entry.confirmed) {
        const change = { emoji, reacted: entry.shown };
        await mutateAsync(change);
        entry.confirmed = change.reacted;
      }
    } catch (thrown) {
      patchCache({ emoji, reacted: entry.confirmed });
      toastError(REACTION_TEXTS.failed)(thrown);
    } finally {
      saving.delete(key);
    }
  };
  return (emoji: Reaction, reacted: boolean) => {
    patchCache({ emoji, reacted });
    const key = `${scope}-${emoji}`;
    const entry = saving.get(key);
    if (entry) entry.shown = reacted;
    else void sync(key, { emoji, reacted });
  };
}
