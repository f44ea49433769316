import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { errorText, readError } from './errors.ts';

/**
 * Show the errors of a form that the server has rejected. The returned `show` displays the errors of the form's fields
 * at these fields. If there are no such errors, `show` sets `failure`, the error text of the whole form. `fallback` is
 * the text for an unexpected failure.
 */
export function useFormFailure<T extends FieldValues>(
  form: UseFormReturn<T>,
  fallback: string = SHELL_TEXTS.broken,
) {
  const [failure, setFailure] = useState<string | null>(null);
  const show = async (thrown: unknown) => {
    const apiError = await readError(thrown);
    const fieldErrors = Object.entries(apiError.errors).filter(([field]) => field in form.getValues());
    for (const [field, text] of fieldErrors)
      form.setError(field as Path<T>, { type: 'server', message: text });
    // `setError` marks the form as invalid until its next change, even if its fields meet the rules. Validate it again
    // with the internal `_setValid`, because the public functions would replace the errors.
    if (fieldErrors[0]) form.control._setValid(true);
    if (fieldErrors[0]) form.setFocus(fieldErrors[0][0] as Path<T>);
    else setFailure(errorText(apiError, fallback));
  };
  return { failure, show, clear: () => setFailure(null) };
}
