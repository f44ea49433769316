import { Suspense } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { sharedValue, useShared } from '../lib/shared-value.ts';
import type { Question } from './confirm-dialog.tsx';

type PendingQuestion = { question: Question; open: boolean; resolve: (isConfirmed: boolean) => void };

const pendingQuestion = sharedValue<PendingQuestion | null>(null);

/** Ask for confirmation before an irreversible action. Resolves to true only if the user confirms. */
export function confirm(question: Question): Promise<boolean> {
  pendingQuestion.get()?.resolve(false);
  return new Promise((resolve) => pendingQuestion.set({ question, open: true, resolve }));
}

function answer(isConfirmed: boolean) {
  const current = pendingQuestion.get();
  current?.resolve(isConfirmed);
  if (current) pendingQuestion.set({ ...current, open: false });
}

const ConfirmDialog = lazyComponent(() => import('./confirm-dialog.tsx'), 'ConfirmDialog');

/** Show pending confirmations. Render once per page. */
export function ConfirmHost() {
  const current = useShared(pendingQuestion);
  if (!current) return null;
  return (
    <Suspense>
      <ConfirmDialog question={current.question} open={current.open} answer={answer} />
    </Suspense>
  );
}
