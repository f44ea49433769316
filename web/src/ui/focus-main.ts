/** Id of the page's main element. */
export const MAIN_ID = 'main';

/** Focus the page's main element, for example after the focused element is removed. */
export const focusMain = (): void => document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
