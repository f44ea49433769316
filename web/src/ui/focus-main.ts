/** The page's main part. */
export const MAIN_ID = 'main';

/** The focus to the page's main part, e.g. where what had it is gone. */
export const focusMain = (): void => document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
