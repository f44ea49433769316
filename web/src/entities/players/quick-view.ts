import { sharedValue, useShared } from '../../lib/shared-value.ts';

/** A player as far as whoever shows them knows them. */
export type QuickPlayer = { id: number; username: string };

const open = sharedValue<QuickPlayer | null>(null);

/** The window's code. */
export const loadQuickView = () => import('../../app/quick-view.tsx');

/** Fetches it as soon as somebody is about to open the window. */
export const prepareQuickView = (): void => void loadQuickView().catch(() => undefined);

/** Opens the quick view of a player in place of the one that is open; null closes it. */
export const showQuickView = (player: QuickPlayer | null): void => open.set(player);

/** The player whose quick view is open, or null. */
export const useQuickView = () => useShared(open);
