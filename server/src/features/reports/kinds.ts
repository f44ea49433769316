import type { ReportKind } from '@rivalhold/shared/contract/reports.ts';
import type { ReportableKind, Site } from '../../platform/site.ts';

/**
 * Return what can be done with one kind of reported content, as its feature declares it.
 * @throws Error if no feature declares the kind.
 */
export function kindOf({ features }: Site, kind: ReportKind): ReportableKind {
  const declared = features.find(({ reportable }) => reportable?.[kind])?.reportable?.[kind];
  if (!declared) throw new Error(`No feature declares the report kind ${kind}`);
  return declared;
}
