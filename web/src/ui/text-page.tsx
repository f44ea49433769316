import type { TextDocument } from '@rivalhold/shared/texts/document.ts';
import type { ReactNode } from 'react';
import rhythm from './rhythm.module.css';
import styles from './text-page.module.css';

/** A page of running text; what stands in it is children. */
export function TextPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <article className={styles.page}>
      <header>
        <h1>{title}</h1>
        <p className={styles.lead}>{lead}</p>
      </header>
      {children}
    </article>
  );
}

/** Paragraphs of running text. */
export const Paragraphs = ({ of }: { of: readonly string[] }) => of.map((one) => <p key={one}>{one}</p>);

/** Its points, each under the other. */
export function Points({ of }: { of: readonly string[] }) {
  return (
    <ul className={styles.points}>
      {of.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}

/** A whole document of sections. */
export function DocumentPage({ document }: { document: TextDocument }) {
  return (
    <TextPage title={document.title} lead={document.lead}>
      {document.sections.map((section) => (
        <section key={section.title} className={rhythm.stack3}>
          <h2 className={styles.heading}>{section.title}</h2>
          <Paragraphs of={section.paragraphs} />
          {section.points && <Points of={section.points} />}
        </section>
      ))}
    </TextPage>
  );
}
