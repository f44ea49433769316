import type { SiteHealth } from '@rivalhold/shared/contract/health.ts';
import { formatBytes } from '@rivalhold/shared/format-decimal.ts';
import { HEALTH_TEXTS as TEXTS } from '@rivalhold/shared/texts/health.ts';
import { Meta } from '../../../entities/staff/meta.tsx';
import { Card } from '../../../ui/card.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SentenceText } from '../../../ui/sentence-text.tsx';
import { StatusMark, worstState } from './status-mark.tsx';

/** Show the used and the available storage. */
export function Storage({ health }: { health: SiteHealth }) {
  const { files, databaseBytes, backupAt, disk } = health.storage;
  return (
    <Card title={TEXTS.storage} action={<StatusMark state={worstState(health, 'storage')} />}>
      <Facts rowGap={3} stackOn="all">
        <Fact name={TEXTS.files}>
          {files ? TEXTS.filesOf(files.count, files.bytes) : TEXTS.uncounted}
          {files && (
            <Meta as="span">
              <SentenceText parts={TEXTS.counted(<RelativeTime time={files.countedAt} />)} />
            </Meta>
          )}
        </Fact>
        <Fact name={TEXTS.database}>{formatBytes(databaseBytes)}</Fact>
        <Fact name={TEXTS.backup}>{backupAt ? <RelativeTime time={backupAt} /> : TEXTS.noBackup}</Fact>
        <Fact name={TEXTS.disk}>
          {disk ? TEXTS.diskOf(disk.free, disk.total) : TEXTS.bucketDisk}
          {disk && <Progress label={TEXTS.diskUsed} part={1 - disk.free / disk.total} />}
        </Fact>
      </Facts>
    </Card>
  );
}
