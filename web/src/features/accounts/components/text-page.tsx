import type { TextDocument } from '@rivalhold/shared/texts/document.ts';
import type { ReactNode } from 'react';
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

/** A whole document of sections. */
export function DocumentPage({ document }: { document: TextDocument }) {
  return (
    <TextPage title={document.title} lead={document.lead}>
      {document.sections.map((section) => (
        <section key={section.title} className={styles.section}>
          <h2 className={styles.heading}>{section.title}</h2>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {section.points && (
            <ul className={styles.points}>
              {section.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </TextPage>
  );
}
