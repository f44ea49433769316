import { TERMS } from '@rivalhold/shared/texts/terms.ts';
import { DocumentPage } from './components/text-page.tsx';

/** /terms */
export function TermsPage() {
  return <DocumentPage document={TERMS} />;
}
