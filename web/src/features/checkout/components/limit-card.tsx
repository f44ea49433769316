import type { PurchaseLimit } from '@rivalhold/shared/contract/checkout.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { CHECKOUT_TEXTS as TEXTS } from '@rivalhold/shared/texts/checkout.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { fullTime } from '../../../lib/time.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { SentenceText } from '../../../ui/sentence-text.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Failure } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast, toastError } from '../../../ui/toast.ts';
import { buyingLimitQuery, saveLimit } from '../api.ts';
import styles from './limit-card.module.css';

const OPTIONS = Array.from({ length: LIMITS.packsPerDay + 1 }, (_, packs) => ({
  value: String(packs),
  label: TEXTS.limitOption(packs),
}));

/** Let the player limit how many packs they can buy in a day. */
export function LimitCard() {
  const { data, error, refetch } = useQuery(buyingLimitQuery);
  return (
    <Card title={TEXTS.limitTitle}>
      <Stack gap={3}>
        <Text tone="quiet">{TEXTS.limitText}</Text>
        {data ? (
          <LimitForm limit={data} />
        ) : error ? (
          <Failure message={TEXTS.limitLoadFailed} retry={() => void refetch()} />
        ) : (
          <SkeletonLines />
        )}
      </Stack>
    </Card>
  );
}

function LimitForm({ limit }: { limit: PurchaseLimit }) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<string | null>(null);
  const saving = useMutation({
    mutationFn: saveLimit,
    onSuccess: (after, packs) => {
      client.setQueryData(buyingLimitQuery.queryKey, after);
      setChosen(null);
      toast.success(packs > limit.packsPerDay ? TEXTS.limitRaised : TEXTS.limitLowered);
    },
    onError: toastError(TEXTS.limitFailed),
  });
  const { packsPerDay, bought, next } = limit;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!saving.isPending) saving.mutate(Number(chosen ?? packsPerDay));
  };
  return (
    <>
      <p>{TEXTS.limitBought(bought, packsPerDay)}</p>
      {next && (
        <p>
          <SentenceText
            parts={TEXTS.limitNext(next.packsPerDay, <time dateTime={next.from}>{fullTime(next.from)}</time>)}
          />
        </p>
      )}
      <Row as="form" gap={3} align="start" wrap className={styles.form} onSubmit={submit}>
        <SelectField
          label={TEXTS.limitLabel}
          options={OPTIONS}
          value={chosen ?? String(packsPerDay)}
          onChange={(event) => setChosen(event.target.value)}
        />
        <Button type="submit" busy={saving.isPending}>
          {TEXTS.limitSave}
        </Button>
      </Row>
    </>
  );
}
