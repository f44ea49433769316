import { type DragEvent, useState } from 'react';

type FileDropOptions = {
  /** Whether files are taken now; the pointer says so where they are not. */
  enabled: boolean;
  onFiles: (files: File[]) => void;
};

/** A place that files are dropped on: whether some are held over it, and what its element listens to. */
export function useFileDrop({ enabled, onFiles }: FileDropOptions) {
  const [isOver, setIsOver] = useState(false);
  const onlyFiles = (handler: (event: DragEvent) => void) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    // Else the browser leaves the page for the file, also where it is not taken.
    event.preventDefault();
    handler(event);
  };
  return {
    isOver: enabled && isOver,
    handlers: {
      onDragOver: onlyFiles(({ dataTransfer }) => {
        if (!enabled) dataTransfer.dropEffect = 'none';
        setIsOver(true);
      }),
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setIsOver(false);
      },
      onDrop: onlyFiles(({ dataTransfer }) => {
        setIsOver(false);
        if (enabled) onFiles([...dataTransfer.files]);
      }),
    },
  };
}
