import { dialogState } from '../../lib/dialog-state.ts';
import type { QuickPlayer } from './quick-view.ts';

const challenge = dialogState<QuickPlayer>();

/** Open the dialog that compares the viewer with a player before a fight; null closes it. */
export const showChallenge = (player: QuickPlayer | null): void => challenge.show(player);

export const preloadChallenge = challenge.preload;
export const onPreloadChallenge = challenge.onPreload;
export const useChallenge = challenge.useShown;
