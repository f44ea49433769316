import { FAQ } from '@rivalhold/shared/texts/faq.ts';
import { Link } from '@tanstack/react-router';
import { Stack } from '../../ui/layout.tsx';
import styles from '../../ui/text-page.module.css';
import { Paragraphs, TextPage } from '../../ui/text-page.tsx';

/** Render /faq. */
export function FaqPage() {
  return (
    <TextPage title={FAQ.title} lead={FAQ.lead}>
      <p>
        {FAQ.guide} <Link to="/guide">{FAQ.guideLink}</Link>
      </p>
      {FAQ.groups.map((group) => (
        <Stack as="section" key={group.title} gap={3}>
          <h2 className={styles.heading}>{group.title}</h2>
          {group.entries.map((entry) => (
            <details key={entry.question} className={styles.entry}>
              <summary>{entry.question}</summary>
              <div className={styles.answer}>
                <Paragraphs paragraphs={entry.answer} />
              </div>
            </details>
          ))}
        </Stack>
      ))}
    </TextPage>
  );
}
