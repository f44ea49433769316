import type { TextDocument } from '@rivalhold/shared/texts/document.ts';
import type { ReactNode } from 'react';
import { Page, Stack } from './layout.tsx';
import { PageHeader } from './page-header.tsx';
import styles from './text-page.module.css';

/** Show a page of running text with a title and a lead. */
export function TextPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <Page as="article" width="narrow" className={styles.page}>
      <PageHeader title={title} text={lead} />
      {children}
    </Page>
  );
}

/** Show paragraphs of running text. */
export const Paragraphs = ({ paragraphs }: { paragraphs: readonly string[] }) =>
  paragraphs.map((paragraph) => <p key={paragraph}>{paragraph}</p>);

/** Show a list of points. */
export function Points({ points }: { points: readonly string[] }) {
  return (
    <ul className={styles.points}>
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}

/** Show a document with its sections, followed by `children`. */
export function DocumentPage({ document, children }: { document: TextDocument; children?: ReactNode }) {
  return (
    <TextPage title={document.title} lead={document.lead}>
      {document.sections.map((section) => (
        <Stack as="section" key={section.title} gap={3}>
          <h2 className={styles.heading}>{section.title}</h2>
          <Paragraphs paragraphs={section.paragraphs} />
          {section.points && <Points points={section.points} />}
        </Stack>
      ))}
      {children}
    </TextPage>
  );
}
