import type { Report } from '@rivalhold/shared/contract/reports.ts';
import { QUEUE_TEXTS } from '@rivalhold/shared/texts/report-queue.ts';
import desk from '../../../entities/staff/desk.module.css';
import { PathLink } from '../../../ui/path-link.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import styles from './reports.module.css';

/** What was reported as it was then, always as text, with its pictures and videos. */
export function KeptCopy({ copy, gone }: { copy: Report['copy']; gone: boolean }) {
  const { text, media, link, createdAt } = copy;
  // Elsewhere than on this site a kept link leads nowhere, as does that of what was deleted.
  const path = !gone && link?.startsWith('/') && !link.startsWith('//') ? link : null;
  return (
    <section className={styles.part}>
      <h3>{QUEUE_TEXTS.copy}</h3>
      <p className={desk.meta}>
        <span>{QUEUE_TEXTS.copyText}</span>
        {createdAt && <RelativeTime time={createdAt} />}
        {path && <PathLink path={path}>{QUEUE_TEXTS.openLink}</PathLink>}
      </p>
      <blockquote className={styles.copy}>
        {text ? (
          <p className={desk.hostile} dir="auto">
            {text}
          </p>
        ) : (
          <p className={desk.text}>{QUEUE_TEXTS.noText}</p>
        )}
        {media.length > 0 && (
          <div className={styles.media}>
            {media.map(({ url, kind }, at) =>
              kind === 'video' ? (
                // biome-ignore lint/a11y/useMediaCaption: what somebody reported has none
                <video
                  key={url}
                  src={url}
                  controls
                  preload="metadata"
                  aria-label={QUEUE_TEXTS.video(at + 1)}
                />
              ) : kind === 'youtube' ? (
                <a key={url} href={url} rel="noreferrer" target="_blank">
                  {url}
                </a>
              ) : kind === 'link' ? (
                // Another site's, which may show something else by now.
                <p key={url} className={desk.hostile} dir="ltr">
                  {url}
                </p>
              ) : (
                <img key={url} src={url} alt={QUEUE_TEXTS.media(at + 1)} loading="lazy" />
              ),
            )}
          </div>
        )}
      </blockquote>
    </section>
  );
}
