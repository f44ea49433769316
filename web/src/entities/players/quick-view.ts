import { windowState } from '../../lib/window-state.ts';

/** The part of a player that every link to one knows. */
export type QuickPlayer = { id: number; username: string };

const quickView = windowState<QuickPlayer>();

/** Open the quick view of a player in place of the open one; null closes it. */
export const showQuickView = (player: QuickPlayer | null): void => quickView.show(player);

export const prepareQuickView = quickView.prepare;
export const onPrepareQuickView = quickView.onPrepare;
export const useQuickView = quickView.useShown;
