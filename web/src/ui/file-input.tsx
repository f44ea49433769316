import type { ComponentPropsWithRef } from 'react';

type FileInputProps = Pick<ComponentPropsWithRef<'input'>, 'ref' | 'accept' | 'multiple'> & {
  label: string;
  /** Called with the chosen files. */
  onFiles: (files: File[]) => void;
};

/** Render a hidden file input. A button opens it with `click()`. */
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
        // Reset, so that the same file can be chosen again.
        event.target.value = '';
      }}
    />
  );
}
