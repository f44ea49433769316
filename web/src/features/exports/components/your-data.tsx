import type { DataExport } from '@rivalhold/shared/contract/exports.ts';
import { sizeWords } from '@rivalhold/shared/figures.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { EXPORT_TEXTS as TEXTS } from '@rivalhold/shared/texts/exports.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { fullTime } from '../../../lib/time.ts';
import { Button, ButtonAnchor } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useEachMinute } from '../../../ui/relative-time.tsx';
import rhythm from '../../../ui/rhythm.module.css';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Failure } from '../../../ui/state.tsx';
import { sayFault } from '../../../ui/toast.ts';
import { useKeptFocus } from '../../../ui/use-kept-focus.ts';
import { exportQuery } from '../api.ts';
import styles from './your-data.module.css';

/** The way to a copy of all that is one's own. */
export function YourData() {
  const { data, error, refetch } = useQuery(exportQuery);
  return (
    <Card id="your-data" title={TEXTS.title}>
      <div className={rhythm.stack3}>
        <p>{TEXTS.text}</p>
        {data ? (
          <Copy copy={data} />
        ) : error ? (
          <Failure message={TEXTS.loadFailed} retry={() => void refetch()} />
        ) : (
          <SkeletonLines />
        )}
      </div>
    </Card>
  );
}

function Copy({ copy: { state, url, bytes, askedAt, expiresAt } }: { copy: DataExport }) {
  const client = useQueryClient();
  const asking = useMutation({
    mutationFn: () => api('POST /api/users/me/export', { body: {} }),
    onSuccess: (asked) => client.setQueryData(exportQuery.queryKey, asked),
    onError: sayFault(TEXTS.askFailed),
  });
  const isMaking = state === 'making';
  // Until then the server refuses another.
  const nextAt = state === 'ready' ? Date.parse(askedAt ?? '') + LIMITS.exports.everyMs : 0;
  const mayAsk = useEachMinute() >= nextAt;
  const place = useKeptFocus<HTMLDivElement>(`${state} ${mayAsk}`);
  return (
    <>
      <p role="status" className={styles.state}>
        {isMaking && TEXTS.making}
        {state === 'failed' && TEXTS.failed}
        {state === 'ready' &&
          `${TEXTS.ready(sizeWords(bytes ?? 0))} ${TEXTS.until(fullTime(expiresAt ?? ''))}`}
        {!mayAsk && ` ${TEXTS.next(fullTime(new Date(nextAt).toISOString()))}`}
      </p>
      <div ref={place} className={styles.buttons}>
        {url !== null && (
          <ButtonAnchor variant="primary" href={url} download>
            {TEXTS.download}
          </ButtonAnchor>
        )}
        {mayAsk && (
          <Button busy={asking.isPending || isMaking} onClick={() => asking.mutate()}>
            {state === 'ready' ? TEXTS.askAgain : TEXTS.ask}
          </Button>
        )}
      </div>
    </>
  );
}
