import type { SiteHealth } from '@rivalhold/shared/contract/health.ts';
import { sizeWords } from '@rivalhold/shared/figures.ts';
import { HEALTH_TEXTS as TEXTS } from '@rivalhold/shared/texts/health.ts';
import desk from '../../../entities/staff/desk.module.css';
import { Card } from '../../../ui/card.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import styles from './health.module.css';
import { Mark, stateOf } from './mark.tsx';

/** How much is stored, and how much room there is. */
export function Storage({ health }: { health: SiteHealth }) {
  const { files, databaseBytes, disk } = health.storage;
  return (
    <Card title={TEXTS.storage} action={<Mark state={stateOf(health, 'storage')} />}>
      <dl className={styles.facts}>
        <div>
          <dt>{TEXTS.files}</dt>
          <dd>
            {files ? TEXTS.filesOf(files.count, files.bytes) : TEXTS.uncounted}
            {files && (
              <span className={desk.meta}>
                {TEXTS.counted('')} <RelativeTime time={files.countedAt} />
              </span>
            )}
          </dd>
        </div>
        <div>
          <dt>{TEXTS.database}</dt>
          <dd>{sizeWords(databaseBytes)}</dd>
        </div>
        <div>
          <dt>{TEXTS.disk}</dt>
          <dd>
            {disk ? TEXTS.diskOf(disk.free, disk.total) : TEXTS.bucketDisk}
            {disk && <Progress label={TEXTS.diskUsed} part={1 - disk.free / disk.total} />}
          </dd>
        </div>
      </dl>
    </Card>
  );
}
