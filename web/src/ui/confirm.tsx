import { Suspense } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { sharedValue, useShared } from '../lib/shared-value.ts';
import type { Question } from './confirm-dialog.tsx';

type PendingQuestion = { question: Question; open: boolean; resolve: (isConfirmed: boolean) => void };

const pendingQuestion = sharedValue<PendingQuestion | null>(null);

/** Asks once, in words, before something that cannot be undone. Answers true only to a clear yes. */
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

/** Where questions are shown; stands once in the page. */
export function ConfirmHost() {
  const current = useShared(pendingQuestion);
  if (!current) return null;
  return (
    <Suspense>
      <ConfirmDialog question={current.question} open={current.open} answer={answer} />
    </Suspense>
  );
}
