import { type DragEvent, useState } from 'react';

type DropOptions = {
  /** Whether files are taken now; the pointer says so where they are not. */
  enabled: boolean;
  onFiles: (files: File[]) => void;
};

/** A place that files are dropped on: whether some are held over it, and what its element listens to. */
export function useDrop({ enabled, onFiles }: DropOptions) {
  const [over, setOver] = useState(false);
  const onlyFiles = (act: (event: DragEvent) => void) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    // Else the browser leaves the page for the file, also where it is not taken.
    event.preventDefault();
    act(event);
  };
  return {
    over: enabled && over,
    handlers: {
      onDragOver: onlyFiles(({ dataTransfer }) => {
        if (!enabled) dataTransfer.dropEffect = 'none';
        setOver(true);
      }),
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
      },
      onDrop: onlyFiles(({ dataTransfer }) => {
        setOver(false);
        if (enabled) onFiles([...dataTransfer.files]);
      }),
    },
  };
}
