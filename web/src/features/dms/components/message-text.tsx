import { withLinks } from '../../../lib/links.ts';
import styles from './message-row.module.css';

/** What somebody wrote, always as text; addresses in it can be followed. */
export function MessageText({ text }: { text: string }) {
  return (
    <p className={styles.text} dir="auto">
      {withLinks(text).map((part) =>
        part.href === null ? (
          part.text
        ) : (
          <a key={part.at} href={part.href} target="_blank" rel="nofollow noopener noreferrer" dir="ltr">
            {part.text}
          </a>
        ),
      )}
    </p>
  );
}
