import type { Quest } from '@rivalhold/shared/contract/quests.ts';
import { QUEST_TEXTS as TEXTS } from '@rivalhold/shared/texts/quests.ts';
import { BREAKPOINTS } from '../../lib/breakpoints.ts';
import { toast } from '../../ui/toast.ts';

/** Show a toast that a quest is done, with a button that leads to its reward. */
export const toastQuestDone = (quest: Quest, go: () => void): void =>
  toast.success(TEXTS.done(TEXTS.titles[quest]), {
    id: `quest-${quest}`,
    // On narrow screens, a tall toast would cover much of the page, so leave out the description.
    ...(!matchMedia(BREAKPOINTS.narrow).matches && { description: TEXTS.waiting }),
    action: { label: TEXTS.toDashboard, onClick: go },
  });
