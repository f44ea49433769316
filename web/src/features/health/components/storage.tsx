import type { SiteHealth } from '@rivalhold/shared/contract/health.ts';
import { formatBytes } from '@rivalhold/shared/format-number.ts';
import { HEALTH_TEXTS as TEXTS } from '@rivalhold/shared/texts/health.ts';
import { Meta } from '../../../entities/staff/meta.tsx';
import { Card } from '../../../ui/card.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SentenceText } from '../../../ui/sentence-text.tsx';
import styles from './health.module.css';
import { StatusMark, worstState } from './status-mark.tsx';

/** Show the used and the available storage. */
export function Storage({ health }: { health: SiteHealth }) {
  const { files, databaseBytes, disk } = health.storage;
  return (
    <Card title={TEXTS.storage} action={<StatusMark state={worstState(health, 'storage')} />}>
      <Stack as="dl" gap={3} className={styles.facts}>
        <div>
          <dt>{TEXTS.files}</dt>
          <dd>
            {files ? TEXTS.filesOf(files.count, files.bytes) : TEXTS.uncounted}
            {files && (
              <Meta as="span">
                <SentenceText parts={TEXTS.counted(<RelativeTime time={files.countedAt} />)} />
              </Meta>
            )}
          </dd>
        </div>
        <div>
          <dt>{TEXTS.database}</dt>
          <dd>{formatBytes(databaseBytes)}</dd>
        </div>
        <div>
          <dt>{TEXTS.disk}</dt>
          <dd>
            {disk ? TEXTS.diskOf(disk.free, disk.total) : TEXTS.bucketDisk}
            {disk && <Progress label={TEXTS.diskUsed} part={1 - disk.free / disk.total} />}
          </dd>
        </div>
      </Stack>
    </Card>
  );
}
