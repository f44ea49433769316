import { ERRORS } from '@rivalhold/shared/contract/errors.ts';
import { useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { errorText, readError } from './errors.ts';

/**
 * What the server refused of a form: texts of known fields go under those fields, anything else is answered as
 * `failure`, to be shown with the form. `fallback` is said of a failure that nobody foresaw.
 */
export function useFormFailure<T extends FieldValues>(
  form: UseFormReturn<T>,
  fallback: string = ERRORS.internal.message,
) {
  const [failure, setFailure] = useState<string | null>(null);
  const show = async (thrown: unknown) => {
    const apiError = await readError(thrown);
    const fieldErrors = Object.entries(apiError.errors).filter(([field]) => field in form.getValues());
    for (const [field, text] of fieldErrors)
      form.setError(field as Path<T>, { type: 'server', message: text });
    if (fieldErrors[0]) form.setFocus(fieldErrors[0][0] as Path<T>);
    else setFailure(errorText(apiError, fallback));
  };
  return { failure, show, clear: () => setFailure(null) };
}
