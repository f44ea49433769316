/** Report whether the player's quiet hours are in effect. The code loads when it is first needed. */
export const isQuietNow = async (): Promise<boolean> => (await import('./quiet-now.ts')).isQuietNow();
