import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/**
 * Return a function that validates `field` again if the user has visited this field. Call the function after a change
 * of another field on which `field` depends.
 */
export function useRevalidate<T extends FieldValues>(form: UseFormReturn<T>, field: Path<T>): () => void {
  const { touchedFields } = form.formState;
  return () => {
    if (field in touchedFields) void form.trigger(field);
  };
}
