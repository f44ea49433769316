import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/** Return a function that validates `field` again, if it has been visited, after a field it depends on changes. */
export function useRevalidate<T extends FieldValues>(form: UseFormReturn<T>, field: Path<T>): () => void {
  const { touchedFields } = form.formState;
  return () => {
    if (field in touchedFields) void form.trigger(field);
  };
}
