import { sharedValue, useShared } from './shared-value.ts';

/**
 * Create the state of a lazily loaded window: what it shows, or null while it is closed. The component that draws the
 * window passes its loader to `onPreload`, so that whatever opens the window need not import it.
 */
export function windowState<T>() {
  const shown = sharedValue<T | null>(null);
  let load = () => {};
  return {
    show: shown.set,
    /** Start to load the window's code, as soon as a link that opens it is pointed at. */
    preload: () => load(),
    onPreload: (loader: () => void) => {
      load = loader;
    },
    useShown: () => useShared(shown),
  };
}
