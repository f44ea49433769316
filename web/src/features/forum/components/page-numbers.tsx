import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { Link } from '@tanstack/react-router';
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Row } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import type { ForumSearch } from '../search.ts';
import { pagesAround } from '../thread.ts';
import styles from './page-numbers.module.css';

type PageNumbersProps = {
  label: string;
  page: number;
  last: number;
  /** URL parameters of each page, except the page number. */
  search: ForumSearch;
};

/** Show links to the pages of a thread: first, previous, numbers, next and last. Render nothing for a single page. */
export function PageNumbers({ label, page, last, search }: PageNumbersProps) {
  if (last <= 1) return null;
  const step = (to: number, name: string, Glyph: LucideIcon) => (
    <Step key={name} label={name} isOff={to < 1 || to > last || to === page} search={{ ...search, page: to }}>
      <Glyph size={18} aria-hidden="true" />
    </Step>
  );
  return (
    <Row as="nav" gap={1} wrap aria-label={label} className={styles.pages}>
      {step(1, FORUM_TEXTS.first, ChevronFirst)}
      {step(page - 1, FORUM_TEXTS.previous, ChevronLeft)}
      {pagesAround(page, last).map((number, index) =>
        number === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no identity besides its position
          <Text as="span" key={`gap-${index}`} tone="quiet" aria-hidden="true">
            …
          </Text>
        ) : (
          <Link
            key={number}
            to="/forum"
            search={{ ...search, page: number }}
            preload={false}
            className={styles.page}
            aria-label={FORUM_TEXTS.page(number)}
            aria-current={number === page ? 'page' : undefined}
          >
            {number}
          </Link>
        ),
      )}
      {step(page + 1, FORUM_TEXTS.next, ChevronRight)}
      {step(last, FORUM_TEXTS.last, ChevronLast)}
    </Row>
  );
}

type StepProps = { label: string; isOff: boolean; search: ForumSearch; children: ReactNode };

function Step({ label, isOff, search, children }: StepProps) {
  if (isOff)
    return (
      <span className={styles.page} data-off aria-hidden="true">
        {children}
      </span>
    );
  return (
    <Link
      to="/forum"
      search={search}
      preload={false}
      className={styles.page}
      aria-label={label}
      title={label}
    >
      {children}
    </Link>
  );
}
