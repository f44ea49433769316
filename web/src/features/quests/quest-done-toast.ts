import type { Quest } from '@rivalhold/shared/contract/quests.ts';
import { QUEST_TEXTS as TEXTS } from '@rivalhold/shared/texts/quests.ts';
import { BREAKPOINTS } from '../../lib/breakpoints.ts';
import { toast } from '../../ui/toast.ts';

/** Tells, wherever the player is, that a quest is done, with the way to its reward. */
export const toastQuestDone = (quest: Quest, go: () => void): void =>
  toast.success(TEXTS.done(TEXTS.titles[quest]), {
    id: `quest-${quest}`,
    // On a phone it stands over those who fight, or have just fought: the button says as much.
    ...(!matchMedia(BREAKPOINTS.narrow).matches && { description: TEXTS.waiting }),
    action: { label: TEXTS.toDashboard, onClick: go },
  });
