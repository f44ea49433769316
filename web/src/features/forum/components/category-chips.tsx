import type { ForumCategory } from '@rivalhold/shared/contract/forum.ts';
import { formatNumber } from '@rivalhold/shared/format-number.ts';
import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Text } from '../../../ui/text.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { categoryOf } from '../api.ts';
import styles from './category-chips.module.css';

type CategoryChipsProps = {
  query: UseQueryResult<ForumCategory[]>;
  chosen: number | undefined;
  /** Called with a category id, or with undefined for all categories. */
  onChoose: (category: number | undefined) => void;
};

/**
 * Show a chip that selects all categories, and a chip for each category. A chip shows its number of threads, and has a
 * tooltip with a description. For players without a mouse, a line below the chips shows the description of the focused
 * category, or of the selected category if none has the focus.
 */
export function CategoryChips({ query, chosen, onChoose }: CategoryChipsProps) {
  const [focused, setFocused] = useState<number | undefined>(undefined);
  const categories = query.data;
  if (!categories) {
    if (!query.isError) return <LoadingState />;
    return (
      <Row as="p" role="alert" gap={3} rowGap={2} wrap>
        <Text as="span" tone="danger">
          {FORUM_TEXTS.categoriesFailed}
        </Text>
        <Button size="small" onClick={() => void query.refetch()}>
          {FORUM_TEXTS.retry}
        </Button>
      </Row>
    );
  }
  const all = categories.reduce((sum, { threadCount }) => sum + threadCount, 0);
  const aboutText = categoryOf(categories, focused ?? chosen ?? 0);
  return (
    <Stack gap={2}>
      <ul className={styles.chips} aria-label={FORUM_TEXTS.categories}>
        <li>
          <CategoryChip
            title={FORUM_TEXTS.all}
            count={all}
            about={FORUM_TEXTS.allDescription}
            pressed={chosen === undefined}
            onPress={() => onChoose(undefined)}
          />
        </li>
        {categories.map(({ id, title, threadCount, description }) => (
          <li key={id}>
            <CategoryChip
              title={title}
              count={threadCount}
              about={description}
              pressed={chosen === id}
              onPress={() => onChoose(id)}
              onFocus={() => setFocused(id)}
              onBlur={() => setFocused(undefined)}
            />
          </li>
        ))}
      </ul>
      <p className={styles.about} dir="auto" aria-hidden="true">
        {aboutText ? aboutText.description : FORUM_TEXTS.allDescription}
      </p>
    </Stack>
  );
}

type CategoryChipProps = {
  title: string;
  count: number;
  about: string;
  pressed: boolean;
  onPress: () => void;
  onFocus?: () => void;
  onBlur?: () => void;
};

function CategoryChip({ title, count, about, pressed, onPress, onFocus, onBlur }: CategoryChipProps) {
  const id = useId();
  return (
    <>
      <Chip
        pressed={pressed}
        aria-describedby={about ? id : undefined}
        title={about || undefined}
        onClick={onPress}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        <bdi>{title}</bdi>
        <span className={styles.count}>
          <span aria-hidden="true">{formatNumber(count)}</span>
          <VisuallyHidden>{FORUM_TEXTS.inChip(count)}</VisuallyHidden>
        </span>
      </Chip>
      {about && (
        <span id={id} hidden>
          {about}
        </span>
      )}
    </>
  );
}

const SKELETON_WIDTHS = ['4rem', '7rem', '8rem', '6rem', '7.5rem'] as const;

function LoadingState() {
  return (
    <Stack gap={2} aria-busy="true">
      <div className={styles.chips}>
        {SKELETON_WIDTHS.map((width) => (
          <Skeleton key={width} width={width} height="2.5rem" radius="round" />
        ))}
      </div>
      <Skeleton width="18rem" className={styles.about} />
    </Stack>
  );
}
