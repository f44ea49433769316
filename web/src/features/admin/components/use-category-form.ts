import { FORUM_CATEGORY_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { useState } from 'react';
import { errorText, readError } from '../../../lib/errors.ts';
import { type CategoryDraft, validateCategoryDraft } from '../categories.ts';

type Errors = { [F in keyof CategoryDraft]?: string };

/** What is written of a category, and what is wrong with it: under its field, or as one sentence. */
export function useCategoryForm(initial: CategoryDraft) {
  const [draft, setDraft] = useState(initial);
  const [errors, setErrors] = useState<Errors>({});
  const [formError, setFormError] = useState<string | null>(null);
  return {
    draft,
    errors,
    sentence: formError,
    change: (next: CategoryDraft) => {
      setDraft(next);
      setErrors({});
      setFormError(null);
    },
    /** Whether it can be sent; says what is missing otherwise. */
    validate: (): boolean => {
      const draftErrors = validateCategoryDraft(draft);
      setErrors(draftErrors ?? {});
      setFormError(null);
      return draftErrors === null;
    },
    /** Says what a failed call said: of its fields there, else its message, else 'Failed'. */
    showError: async (thrown: unknown) => {
      const apiError = await readError(thrown);
      setErrors(apiError.errors as Errors);
      setFormError(
        Object.keys(apiError.errors).length > 0 ? null : errorText(apiError, FORUM_CATEGORY_TEXTS.failed),
      );
    },
  };
}
