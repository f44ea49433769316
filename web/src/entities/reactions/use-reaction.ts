import type { Reaction } from '@rivalhold/shared/reactions.ts';
import { REACTION_TEXTS } from '@rivalhold/shared/texts/reactions.ts';
import { useMutation } from '@tanstack/react-query';
import { toastError } from '../../ui/toast.ts';

/** The viewer's change to a reaction: added if `reacted` is true, otherwise removed. */
export type OwnReactionChange = { emoji: Reaction; reacted: boolean };

type ReactionOptions = {
  /** Identifies the message. Requests with the same scope are sent one after another. */
  scope: string;
  /** Applies a change to the cached message. */
  patchCache: (change: OwnReactionChange) => void;
  save: (change: OwnReactionChange) => Promise<unknown>;
};

/**
 * Return a function that adds or removes the viewer's reaction to a message. The change is shown immediately,
 * and reverted if the request fails. Requests for a message are sent one after another, so the last press
 * wins.
 */
export function useReaction({ scope, patchCache, save }: ReactionOptions) {
  const saving = useMutation({
    scope: { id: scope },
    mutationFn: save,
    onError: (thrown, { emoji, reacted }) => {
      patchCache({ emoji, reacted: !reacted });
      toastError(REACTION_TEXTS.failed)(thrown);
    },
  });
  return (emoji: Reaction, reacted: boolean) => {
    patchCache({ emoji, reacted });
    saving.mutate({ emoji, reacted });
  };
}
