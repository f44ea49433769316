import { ERRORS } from '@rivalhold/shared/contract/errors.ts';
import { useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { readError, wordsOf } from './errors.ts';

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
    const error = await readError(thrown);
    const known = Object.entries(error.errors).filter(([field]) => field in form.getValues());
    for (const [field, text] of known) form.setError(field as Path<T>, { type: 'server', message: text });
    if (known[0]) form.setFocus(known[0][0] as Path<T>);
    else setFailure(wordsOf(error, fallback));
  };
  return { failure, show, clear: () => setFailure(null) };
}
