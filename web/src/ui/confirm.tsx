import { Suspense } from 'react';
import { lazily } from '../lib/lazily.ts';
import { sharedValue, useShared } from '../lib/shared-value.ts';
import type { Question } from './confirm-dialog.tsx';

type Asked = { question: Question; open: boolean; resolve: (yes: boolean) => void };

const asked = sharedValue<Asked | null>(null);

/** Asks once, in words, before something that cannot be undone. Answers true only to a clear yes. */
export function confirm(question: Question): Promise<boolean> {
  asked.get()?.resolve(false);
  return new Promise((resolve) => asked.set({ question, open: true, resolve }));
}

function answer(yes: boolean) {
  const current = asked.get();
  current?.resolve(yes);
  if (current) asked.set({ ...current, open: false });
}

const ConfirmDialog = lazily(() => import('./confirm-dialog.tsx'), 'ConfirmDialog');

/** Where questions are shown; stands once in the page. */
export function ConfirmHost() {
  const current = useShared(asked);
  if (!current) return null;
  return (
    <Suspense>
      <ConfirmDialog question={current.question} open={current.open} answer={answer} />
    </Suspense>
  );
}
