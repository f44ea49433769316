import { CATEGORY_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { useState } from 'react';
import { readError, wordsOf } from '../../../lib/errors.ts';
import { type CategoryDraft, draftFault } from '../categories.ts';

type Faults = { [F in keyof CategoryDraft]?: string };

/** What is written of a category, and what is wrong with it: under its field, or as one sentence. */
export function useCategoryForm(from: CategoryDraft) {
  const [draft, setDraft] = useState(from);
  const [faults, setFaults] = useState<Faults>({});
  const [sentence, setSentence] = useState<string | null>(null);
  return {
    draft,
    faults,
    sentence,
    change: (next: CategoryDraft) => {
      setDraft(next);
      setFaults({});
      setSentence(null);
    },
    /** Whether it can be sent; says what is missing otherwise. */
    judge: (): boolean => {
      const fault = draftFault(draft);
      setFaults(fault ?? {});
      setSentence(null);
      return fault === null;
    },
    /** Says what a failed call said: of its fields there, else its message, else 'Failed'. */
    refuse: async (thrown: unknown) => {
      const error = await readError(thrown);
      setFaults(error.errors as Faults);
      setSentence(Object.keys(error.errors).length > 0 ? null : wordsOf(error, CATEGORY_TEXTS.failed));
    },
  };
}
