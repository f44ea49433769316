import type { TitleId, Titles } from '@rivalhold/shared/contract/goals.ts';
import { TITLES } from '@rivalhold/shared/goals/titles.ts';
import { TITLE_TEXTS as TEXTS, TITLE_NAMES } from '@rivalhold/shared/texts/titles.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { api } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Failure } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { toastError } from '../../../ui/toast.ts';
import { titlesQuery } from '../titles-api.ts';
import styles from './title-list.module.css';

const RULES = new Map(TITLES.map((rule) => [rule.title, rule]));

/** Return what a player must do for a title. */
function needOf(title: TitleId): string {
  const rule = RULES.get(title);
  return rule ? TEXTS.need(rule.count, rule.target) : '';
}

/**
 * Show a player's titles. If `own` is true, the viewer is this player and can choose a title. Other viewers do not
 * receive the progress towards unearned titles.
 */
export function TitleList({ userId, own }: { userId: number; own: boolean }) {
  const { data, error, refetch } = useQuery(titlesQuery(userId));
  return (
    <Card id="titles" title={TEXTS.title}>
      {data ? (
        <Stack gap={4}>
          {own && (
            <Text size={1} tone="quiet">
              {TEXTS.text} {TEXTS.earned(data.earned.length, TITLES.length)}
            </Text>
          )}
          <Earned titles={data} meId={own ? userId : null} />
          {data.open.length > 0 && <Open titles={data.open} />}
        </Stack>
      ) : error ? (
        <Failure message={TEXTS.notLoaded} retry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={4} />
      )}
    </Card>
  );
}

function Earned({ titles: { earned, chosen }, meId }: { titles: Titles; meId: number | null }) {
  if (earned.length === 0) return <Text tone="quiet">{TEXTS.empty}</Text>;
  return (
    <Stack as="ul" gap={2}>
      {earned.map(({ title, earnedAt }) => (
        <li key={title} className={styles.row}>
          <Icon name="laurel-crown" size="1.5rem" className={styles.laurel} />
          <div>
            <Text as="strong" tone={title === chosen ? 'gold' : 'text'}>
              {TITLE_NAMES[title]}
            </Text>
            <Text size={1} tone="quiet">
              {needOf(title)}&nbsp;· <RelativeTime time={earnedAt} />
            </Text>
          </div>
          {meId !== null && <ShowButton meId={meId} title={title} isChosen={title === chosen} />}
        </li>
      ))}
    </Stack>
  );
}

/** Return a mutation that sets the title that the player shows; null shows no title. */
function useChooseTitle(meId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (title: TitleId | null) => api('PUT /api/titles/chosen', { body: { title } }),
    onSuccess: (titles) => client.setQueryData(titlesQuery(meId).queryKey, titles),
    onError: toastError(TEXTS.failed),
  });
}

function ShowButton({ meId, title, isChosen }: { meId: number; title: TitleId; isChosen: boolean }) {
  const choose = useChooseTitle(meId);
  const name = TITLE_NAMES[title];
  return (
    <Button
      size="small"
      variant={isChosen ? 'ghost' : 'secondary'}
      aria-label={isChosen ? TEXTS.hideOf(name) : TEXTS.showOf(name)}
      aria-pressed={isChosen}
      busy={choose.isPending}
      onClick={() => choose.mutate(isChosen ? null : title)}
    >
      {isChosen ? TEXTS.hide : TEXTS.show}
    </Button>
  );
}

function Open({ titles }: { titles: Titles['open'] }) {
  return (
    <details className={styles.open}>
      <summary>
        {TEXTS.open}
        <ChevronDown size={18} aria-hidden="true" className={styles.fold} />
      </summary>
      <Stack as="ul" gap={2}>
        {titles.map(({ title, progress, target }) => (
          <li key={title} className={styles.row}>
            <Icon name="padlock" size="1.25rem" />
            <div>
              <strong>{TITLE_NAMES[title]}</strong>
              <Text size={1} tone="quiet">
                {needOf(title)}
              </Text>
            </div>
            <Text size={1} tone="quiet" tabular>
              {TEXTS.progress(progress, target)}
            </Text>
          </li>
        ))}
      </Stack>
    </details>
  );
}
