import { sharedValue, useShared } from './shared-value.ts';

/**
 * Create the state of a lazily loaded window: its content, or null while it is closed. The component that renders the
 * window calls `onPreload` with a function that loads the window's code. Other code can then call `preload` without
 * importing the window.
 */
export function windowState<T>() {
  const shown = sharedValue<T | null>(null);
  let load = () => {};
  return {
    show: shown.set,
    /** Start loading the window's code when a link or button that opens the window is hovered or focused. */
    preload: () => load(),
    onPreload: (loader: () => void) => {
      load = loader;
    },
    useShown: () => useShared(shown),
  };
}
