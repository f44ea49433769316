import type { ComponentPropsWithRef } from 'react';

type FileInputProps = Pick<ComponentPropsWithRef<'input'>, 'ref' | 'accept' | 'multiple'> & {
  label: string;
  /** Takes what was chosen. */
  onFiles: (files: File[]) => void;
};

/** What a button opens, by its `click()`, to have files chosen; it is not seen itself. */
export function FileInput({ label, onFiles, ...input }: FileInputProps) {
  return (
    <input
      {...input}
      type="file"
      aria-label={label}
      tabIndex={-1}
      hidden
      onChange={(event) => {
        onFiles([...(event.target.files ?? [])]);
        // So that the same file can be chosen again.
        event.target.value = '';
      }}
    />
  );
}
