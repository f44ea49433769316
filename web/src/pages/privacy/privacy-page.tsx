import { PRIVACY } from '@rivalhold/shared/texts/privacy.ts';
import { DocumentPage } from '../../ui/text-page.tsx';

/** Render /privacy. */
export function PrivacyPage() {
  return <DocumentPage document={PRIVACY} />;
}
