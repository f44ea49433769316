import { sharedValue, useShared } from './shared-value.ts';

/**
 * Create the state of a lazily loaded dialog: its content, or null while it is closed. The component that renders the
 * dialog calls `onPreload` with a function that loads the dialog's code. Other code can then call `preload` without
 * importing the dialog.
 */
export function dialogState<T>() {
  const shown = sharedValue<T | null>(null);
  let load = () => {};
  return {
    show: shown.set,
    /** Start loading the dialog's code when a link or button that opens the dialog is hovered or focused. */
    preload: () => load(),
    onPreload: (loader: () => void) => {
      load = loader;
    },
    useShown: () => useShared(shown),
  };
}
