import type { ReportKind } from '@rivalhold/shared/contract/reports.ts';
import type { ReportableKind, Site } from '../../platform/site.ts';

/**
 * Return the functions that a feature declares for one kind of reportable content.
 * @throws Error if no feature declares the kind.
 */
export function kindOf({ features }: Site, kind: ReportKind): ReportableKind {
  const declared = features.find(({ reportable }) => reportable?.[kind])?.reportable?.[kind];
  if (!declared) throw new Error(`No feature declares the report kind ${kind}`);
  return declared;
}
