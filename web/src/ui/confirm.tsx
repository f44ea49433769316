import { Suspense, useSyncExternalStore } from 'react';
import { lazily } from '../lib/lazily.ts';
import { listeners } from '../lib/listeners.ts';

export type Question = {
  title: string;
  text?: string;
  /** The button that does it, e.g. 'Remove'. */
  confirm: string;
  /** 'Cancel' unless told. */
  cancel?: string;
  danger?: boolean;
};
type Asked = { question: Question; open: boolean; resolve: (yes: boolean) => void };

let asked: Asked | null = null;
const { subscribe, tell } = listeners();

function set(next: Asked | null) {
  asked = next;
  tell();
}

/** Asks once, in words, before something that cannot be undone. Answers true only to a clear yes. */
export function confirm(question: Question): Promise<boolean> {
  asked?.resolve(false);
  return new Promise((resolve) => set({ question, open: true, resolve }));
}

function answer(yes: boolean) {
  asked?.resolve(yes);
  if (asked) set({ ...asked, open: false });
}

const ConfirmDialog = lazily(() => import('./confirm-dialog.tsx'), 'ConfirmDialog');

/** Where questions are shown; stands once in the page. */
export function ConfirmHost() {
  const current = useSyncExternalStore(subscribe, () => asked);
  if (!current) return null;
  return (
    <Suspense>
      <ConfirmDialog question={current.question} open={current.open} answer={answer} />
    </Suspense>
  );
}
