import { dialogState } from '../../lib/dialog-state.ts';

/** The data that every link to a player has. */
export type QuickPlayer = { id: number; username: string };

const quickView = dialogState<QuickPlayer>();

/** Open the quick view of a player, replacing the open view; null closes it. */
export const showQuickView = (player: QuickPlayer | null): void => quickView.show(player);

export const preloadQuickView = quickView.preload;
export const onPreloadQuickView = quickView.onPreload;
export const useQuickView = quickView.useShown;
