import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/**
 * Return a function that validates `field` again if it has been visited. Call it after a change of a field that it
 * depends on.
 */
export function useRevalidate<T extends FieldValues>(form: UseFormReturn<T>, field: Path<T>): () => void {
  const { touchedFields } = form.formState;
  return () => {
    if (field in touchedFields) void form.trigger(field);
  };
}
