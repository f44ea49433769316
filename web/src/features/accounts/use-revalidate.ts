import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

/** Judges `field` again when another one changes that it depends on, but not before somebody has been there. */
export function useRevalidate<T extends FieldValues>(form: UseFormReturn<T>, field: Path<T>): () => void {
  const { touchedFields } = form.formState;
  return () => {
    if (field in touchedFields) void form.trigger(field);
  };
}
