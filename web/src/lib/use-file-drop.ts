import { type DragEvent, useState } from 'react';

type FileDropOptions = {
  /** Whether files are accepted now; otherwise the pointer shows that they are not. */
  enabled: boolean;
  onFiles: (files: File[]) => void;
};

/** Return whether files are held over a drop zone, and the event handlers of its element. */
export function useFileDrop({ enabled, onFiles }: FileDropOptions) {
  const [isOver, setIsOver] = useState(false);
  const onlyFiles = (handler: (event: DragEvent) => void) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    // Otherwise the browser would open the file, even where it is not accepted.
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
