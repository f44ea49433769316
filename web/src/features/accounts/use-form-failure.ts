import { ACCOUNT_TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { readError } from '../../lib/errors.ts';

/**
 * What the server refused of a form: texts of known fields go under those fields, anything else is answered as
 * `failure`, to be shown with the form. `fallback` is said when the server gave no words of its own.
 */
export function useFormFailure<T extends FieldValues>(
  form: UseFormReturn<T>,
  fallback: string = ACCOUNT_TEXTS.unexpected,
) {
  const [failure, setFailure] = useState<string | null>(null);
  const show = async (thrown: unknown) => {
    const { errors, message } = await readError(thrown);
    const known = Object.entries(errors).filter(([field]) => field in form.getValues());
    for (const [field, text] of known) form.setError(field as Path<T>, { type: 'server', message: text });
    if (known[0]) form.setFocus(known[0][0] as Path<T>);
    else setFailure(Object.values(errors)[0] || message || fallback);
  };
  return { failure, show, clear: () => setFailure(null) };
}
