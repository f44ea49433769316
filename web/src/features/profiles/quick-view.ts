import { useSyncExternalStore } from 'react';

/** A player as far as whoever shows them knows them. */
export type QuickPlayer = { id: number; username: string };

let open: QuickPlayer | null = null;
const listeners = new Set<() => void>();

/** The window's code; asked for as soon as somebody is about to open it. */
export const loadQuickView = () => import('./components/quick-view.tsx');

/** Opens the quick view of a player in place of the one that is open; null closes it. */
export function showQuickView(player: QuickPlayer | null): void {
  if (open === player) return;
  open = player;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The player whose quick view is open, or null. */
export const useQuickView = () => useSyncExternalStore(subscribe, () => open);
