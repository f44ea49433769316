import { FORUM_CATEGORY_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { useState } from 'react';
import { errorText, readError } from '../../../lib/errors.ts';
import { type CategoryDraft, validateCategoryDraft } from '../categories.ts';

type Errors = { [F in keyof CategoryDraft]?: string };

/** Manage a category draft, with an error for each invalid field or a single error for the whole form. */
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
    /** Report whether the draft is valid; show the errors if not. */
    validate: (): boolean => {
      const draftErrors = validateCategoryDraft(draft);
      setErrors(draftErrors ?? {});
      setFormError(null);
      return draftErrors === null;
    },
    /** Show the field errors of a failed call. If there are none, show the call's error or a generic message. */
    showError: async (thrown: unknown) => {
      const apiError = await readError(thrown);
      setErrors(apiError.errors as Errors);
      setFormError(
        Object.keys(apiError.errors).length > 0 ? null : errorText(apiError, FORUM_CATEGORY_TEXTS.failed),
      );
    },
  };
}
