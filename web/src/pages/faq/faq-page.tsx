import { FAQ } from '@rivalhold/shared/texts/faq.ts';
import { Link } from '@tanstack/react-router';
import rhythm from '../../ui/rhythm.module.css';
import styles from '../../ui/text-page.module.css';
import { Paragraphs, TextPage } from '../../ui/text-page.tsx';

/** /faq */
export function FaqPage() {
  return (
    <TextPage title={FAQ.title} lead={FAQ.lead}>
      <p>
        {FAQ.guide} <Link to="/guide">{FAQ.guideLink}</Link>
      </p>
      {FAQ.groups.map((group) => (
        <section key={group.title} className={rhythm.stack3}>
          <h2 className={styles.heading}>{group.title}</h2>
          {group.entries.map((entry) => (
            <details key={entry.question} className={styles.entry}>
              <summary>{entry.question}</summary>
              <div className={styles.answer}>
                <Paragraphs of={entry.answer} />
              </div>
            </details>
          ))}
        </section>
      ))}
    </TextPage>
  );
}
