import { TERMS } from '@rivalhold/shared/texts/terms.ts';
import { DocumentPage } from '../../ui/text-page.tsx';

/** Render /terms. */
export function TermsPage() {
  return <DocumentPage document={TERMS} />;
}
