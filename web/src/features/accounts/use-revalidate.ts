import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/**
 * Return a function that validates `field` again if it has been visited. Call it after a change of another field on
 * which `field` depends.
 */
export function useRevalidate<T extends FieldValues>(form: UseFormReturn<T>, field: Path<T>): () => void {
  const { touchedFields } = form.formState;
  return () => {
    if (field in touchedFields) void form.trigger(field);
  };
}
