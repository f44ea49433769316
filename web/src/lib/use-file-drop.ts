import { type DragEvent, useState } from 'react';

type FileDropOptions = {
  /** True while files are accepted. Otherwise, the pointer shows that files are not accepted. */
  enabled: boolean;
  onFiles: (files: File[]) => void;
};

/** Return whether files are being dragged over a drop zone, and the event handlers for its element. */
export function useFileDrop({ enabled, onFiles }: FileDropOptions) {
  const [isOver, setIsOver] = useState(false);
  const onlyFiles = (handler: (event: DragEvent) => void) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    // Prevent the browser from opening the file, even where files are not accepted.
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
