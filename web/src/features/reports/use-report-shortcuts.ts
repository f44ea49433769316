import { useShortcuts } from '../../lib/use-shortcuts.ts';

/** Register single-key shortcuts for the reports page. Return whether shortcuts are on, and a toggle. */
export const useReportShortcuts = (shortcuts: Parameters<typeof useShortcuts>[1]) =>
  useShortcuts('rivalhold:report-keys', shortcuts);
