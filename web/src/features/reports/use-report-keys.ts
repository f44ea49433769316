import { useKeys } from '../../lib/use-keys.ts';

/** Single keys that do something at the desk, and whether they do. */
export const useReportKeys = (deeds: Parameters<typeof useKeys>[1]) => useKeys('rivalhold:desk-keys', deeds);
