import { useShortcuts } from '../../lib/use-shortcuts.ts';

/** Single keys that do something at the desk, and whether they do. */
export const useReportShortcuts = (shortcuts: Parameters<typeof useShortcuts>[1]) =>
  useShortcuts('rivalhold:desk-keys', shortcuts);
