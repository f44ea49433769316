import type { StaffReason } from '@rivalhold/shared/contract/decisions.ts';
import { Suspense } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { sharedValue, useShared } from '../lib/shared-value.ts';
import type { Question } from './confirm-dialog.tsx';

/**
 * The answer to a question: null if the user cancels, otherwise a reason, which is empty if the question asks for none.
 */
type Answer = NonNullable<StaffReason> | null;
type PendingQuestion = { question: Question; open: boolean; resolve: (answer: Answer) => void };

const pendingQuestion = sharedValue<PendingQuestion | null>(null);

/**
 * Ask for confirmation before the author or staff delete something. If `question.asksReason` is true, the dialog has
 * fields in which staff give a reason. Resolves to this reason, or to an empty reason if there are no fields, or to
 * null if the user cancels.
 */
export function confirmWithReason(question: Question): Promise<Answer> {
  pendingQuestion.get()?.resolve(null);
  return new Promise((resolve) => pendingQuestion.set({ question, open: true, resolve }));
}

/** Ask for confirmation before an irreversible action. Resolves to true only if the user confirms. */
export const confirm = async (question: Question): Promise<boolean> =>
  (await confirmWithReason(question)) !== null;

function answer(given: Answer) {
  const current = pendingQuestion.get();
  current?.resolve(given);
  if (current) pendingQuestion.set({ ...current, open: false });
}

const ConfirmDialog = lazyComponent(() => import('./confirm-dialog.tsx'), 'ConfirmDialog');

/** Show the pending confirmation, if any. Render once per page. */
export function ConfirmHost() {
  const current = useShared(pendingQuestion);
  if (!current) return null;
  return (
    <Suspense>
      <ConfirmDialog question={current.question} open={current.open} answer={answer} />
    </Suspense>
  );
}
