import type { DataExport } from '@rivalhold/shared/contract/exports.ts';
import { formatBytes } from '@rivalhold/shared/format-decimal.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { EXPORT_TEXTS as TEXTS } from '@rivalhold/shared/texts/exports.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { fullTime } from '../../../lib/time.ts';
import { Button, ButtonAnchor } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { LazyMount } from '../../../ui/lazy-mount.tsx';
import { useEachMinute } from '../../../ui/relative-time.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Failure } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { useRestoreFocus } from '../../../ui/use-restore-focus.ts';
import styles from './your-data.module.css';

/** Polling interval (ms) while an export is being prepared. */
const POLL_INTERVAL_MS = 2_000;

/** The state of the player's data export. */
const exportQuery = queryOptions({
  queryKey: ['export'],
  queryFn: ({ signal }) => api('GET /api/users/me/export', { signal }),
  refetchInterval: ({ state }) => (state.data?.state === 'pending' ? POLL_INTERVAL_MS : false),
});

const RequestDialog = lazyComponent(() => import('./request-dialog.tsx'), 'RequestDialog');

/** Let the player request and download an export of their data. */
export function YourData() {
  const { data, error, refetch } = useQuery(exportQuery);
  return (
    <Card id="your-data" title={TEXTS.title}>
      <Stack gap={3}>
        <Text tone="quiet">{TEXTS.text}</Text>
        {data ? (
          <ExportCopy copy={data} />
        ) : error ? (
          <Failure message={TEXTS.loadFailed} retry={() => void refetch()} />
        ) : (
          <SkeletonLines />
        )}
      </Stack>
    </Card>
  );
}

function ExportCopy({ copy: { state, url, bytes, requestedAt, expiresAt } }: { copy: DataExport }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const isPending = state === 'pending';
  // The server rejects another request before this time.
  const nextAt = state === 'ready' ? Date.parse(requestedAt ?? '') + LIMITS.exports.cooldownMs : 0;
  const canRequest = useEachMinute() >= nextAt;
  const container = useRestoreFocus<HTMLDivElement>(`${state} ${canRequest}`);
  return (
    <>
      <Text role="status" wrap="anywhere" className={styles.state}>
        {isPending && TEXTS.pending}
        {state === 'failed' && TEXTS.failed}
        {state === 'ready' && TEXTS.ready(formatBytes(bytes ?? 0), fullTime(expiresAt ?? ''))}
        {!canRequest && ` ${TEXTS.next(fullTime(new Date(nextAt).toISOString()))}`}
      </Text>
      <Row ref={container} gap={3} wrap>
        {url !== null && (
          <ButtonAnchor variant="primary" href={url} download>
            {TEXTS.download}
          </ButtonAnchor>
        )}
        {canRequest && (
          <Button busy={isPending} onClick={() => setAsking(true)}>
            {state === 'ready' ? TEXTS.askAgain : TEXTS.ask}
          </Button>
        )}
      </Row>
      <LazyMount open={asking}>
        <RequestDialog
          open={asking}
          onClose={() => setAsking(false)}
          onRequested={(request) => client.setQueryData(exportQuery.queryKey, request)}
        />
      </LazyMount>
    </>
  );
}
