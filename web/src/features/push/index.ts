/** Report whether the player's quiet hours are in effect. The code loads on the first call. */
export const isQuietNow = async (): Promise<boolean> => (await import('./quiet-now.ts')).isQuietNow();
