import type { Report } from '@rivalhold/shared/contract/reports.ts';
import { MEDIA_TEXTS } from '@rivalhold/shared/texts/media.ts';
import { REPORT_QUEUE_TEXTS } from '@rivalhold/shared/texts/report-queue.ts';
import { useUnseenPicture } from '../../../entities/media/use-unseen-picture.ts';
import { Meta } from '../../../entities/staff/meta.tsx';
import staff from '../../../entities/staff/staff.module.css';
import { Row, Stack } from '../../../ui/layout.tsx';
import { PathLink } from '../../../ui/path-link.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import styles from './reports.module.css';

/**
 * Show the reported content as it was when it was reported. Text is never rendered as HTML; pictures and videos are
 * shown.
 */
export function StoredCopy({ copy, isDeleted }: { copy: Report['copy']; isDeleted: boolean }) {
  const { text, media, link, createdAt } = copy;
  // Link only to existing content on this site.
  const path = !isDeleted && link?.startsWith('/') && !link.startsWith('//') ? link : null;
  return (
    <Stack as="section" gap={2} paddingTop={4} borderTop className={styles.part}>
      <h3>{REPORT_QUEUE_TEXTS.copy}</h3>
      <Meta as="p">
        <span>{REPORT_QUEUE_TEXTS.copyText}</span>
        {createdAt && <RelativeTime time={createdAt} />}
        {path && <PathLink path={path}>{REPORT_QUEUE_TEXTS.openLink}</PathLink>}
      </Meta>
      <blockquote className={styles.copy}>
        {text ? (
          <p className={staff.untrusted} dir="auto">
            {text}
          </p>
        ) : (
          <p className={staff.text}>{REPORT_QUEUE_TEXTS.noText}</p>
        )}
        {media.length > 0 && (
          <Row gap={3} align="stretch" wrap className={styles.media}>
            {media.map(({ url, kind }, at) =>
              kind === 'video' ? (
                <Video key={url} src={url} label={REPORT_QUEUE_TEXTS.video(at + 1)} />
              ) : kind === 'youtube' ? (
                <a key={url} href={url} rel="noreferrer" target="_blank">
                  {url}
                </a>
              ) : kind === 'link' ? (
                // Show the URL as plain text, because the content at this URL might have changed since the report.
                <p key={url} className={staff.untrusted} dir="ltr">
                  {url}
                </p>
              ) : (
                <img key={url} src={url} alt={REPORT_QUEUE_TEXTS.media(at + 1)} loading="lazy" />
              ),
            )}
          </Row>
        )}
      </blockquote>
    </Stack>
  );
}

function Video({ src, label }: { src: string; label: string }) {
  const { isUnseen, handlers } = useUnseenPicture();
  if (isUnseen) return <p className={staff.text}>{MEDIA_TEXTS.noPicture}</p>;
  return <video src={src} controls preload="metadata" aria-label={label} {...handlers} />;
}
