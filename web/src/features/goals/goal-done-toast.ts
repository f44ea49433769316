import type { GoalId } from '@rivalhold/shared/contract/goals.ts';
import { GOAL_TEXTS as TEXTS } from '@rivalhold/shared/texts/goals.ts';
import { toast } from '../../ui/toast.ts';

/** Show a toast that a goal is complete, with a button that leads to its reward. */
export const toastGoalDone = (goal: GoalId, go: () => void): void =>
  toast.success(TEXTS.done(TEXTS.names[goal]), {
    id: `goal-${goal}`,
    action: { label: TEXTS.toGoals, onClick: go },
  });
