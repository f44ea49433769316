import { RETENTION } from '@rivalhold/shared/retention.ts';
import { PRIVACY, RETENTION_TEXTS as TEXTS } from '@rivalhold/shared/texts/privacy.ts';
import { Stack } from '../../ui/layout.tsx';
import text from '../../ui/text-page.module.css';
import { DocumentPage } from '../../ui/text-page.tsx';
import { TextTable } from '../../ui/text-table.tsx';

const ROWS = Object.values(RETENTION).map(({ data, period }) => [data, period]);

/** Render /privacy. */
export function PrivacyPage() {
  return (
    <DocumentPage document={PRIVACY}>
      <Stack as="section" gap={3}>
        <h2 className={text.heading}>{TEXTS.title}</h2>
        <p>{TEXTS.text}</p>
        <TextTable caption={TEXTS.title} columns={TEXTS.columns} rows={ROWS} />
      </Stack>
    </DocumentPage>
  );
}
