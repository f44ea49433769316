import type { Attachment } from '@rivalhold/shared/contract/attachments.ts';
import { ATTACHMENT_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { MEDIA_TEXTS } from '@rivalhold/shared/texts/media.ts';
import { clsx } from 'clsx';
import { Clock, ImageOff, TimerOff } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { AnimationToggle, GifFrame, useGifAnimation } from '../../../entities/media/animated-gif.tsx';
import { useUnseenPicture } from '../../../entities/media/use-unseen-picture.ts';
import { YoutubeFacade } from '../../../entities/media/youtube-facade.tsx';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { fullTime } from '../../../lib/time.ts';
import { Button } from '../../../ui/button.tsx';
import { LazyMount } from '../../../ui/lazy-mount.tsx';
import { useEachMinute } from '../../../ui/relative-time.tsx';
import styles from './attachment-list.module.css';

/** Size (px) assumed for media of unknown size. */
const UNKNOWN = { width: 320, height: 240 };
const MAX_SIZE = { width: 320, height: 360 };
const MIN_SIDE_PX = 64;

/**
 * Return the displayed size (px): the original size, scaled down to fit into `MAX_SIZE`, with each side at least
 * `MIN_SIDE_PX`.
 */
function shownSize({ width, height }: Pick<Attachment, 'width' | 'height'>) {
  const own = width && height ? { width, height } : UNKNOWN;
  const scale = Math.min(1, MAX_SIZE.width / own.width, MAX_SIZE.height / own.height);
  return {
    width: Math.max(MIN_SIDE_PX, Math.round(own.width * scale)),
    height: Math.max(MIN_SIDE_PX, Math.round(own.height * scale)),
  };
}

/** Report whether a temporary attachment had expired when it was loaded, or has expired by `now` (ms). */
const isExpired = ({ expired, expiresAt }: Attachment, now: number): boolean =>
  expired || (expiresAt !== null && Date.parse(expiresAt) <= now);

const Lightbox = lazyComponent(() => import('../../../ui/lightbox.tsx'), 'Lightbox');

/** Show a message's attachments. Pictures open in a lightbox. */
export function AttachmentList({ attachments }: { attachments: readonly Attachment[] }) {
  const [open, setOpen] = useState<number | null>(null);
  const [broken, setBroken] = useState<ReadonlySet<number>>(new Set());
  // Render again each minute, because temporary attachments can expire while they are shown.
  useEachMinute();
  const now = serverNow();
  const isPicture = (attachment: Attachment) =>
    (attachment.kind === 'image' || attachment.kind === 'gif') &&
    !isExpired(attachment, now) &&
    !broken.has(attachment.id);
  const pictures = attachments.filter(isPicture);
  return (
    <div className={clsx(styles.list, pictures.length > 1 && styles.several)}>
      {attachments.map((attachment) => {
        if (isExpired(attachment, now)) return <Unavailable key={attachment.id} expired />;
        const markBroken = (isBroken: boolean) =>
          setBroken(
            (before) =>
              new Set([...before].filter((id) => id !== attachment.id).concat(isBroken ? attachment.id : [])),
          );
        if (broken.has(attachment.id))
          return <Unavailable key={attachment.id} expired={false} onRetry={() => markBroken(false)} />;
        const onBroken = () => markBroken(true);
        if (attachment.kind === 'youtube')
          return <YoutubeFacade key={attachment.id} id={attachment.providerId ?? ''} />;
        if (attachment.kind === 'video')
          return <Video key={attachment.id} video={attachment} onBroken={onBroken} />;
        const index = pictures.indexOf(attachment);
        return (
          <Picture
            key={attachment.id}
            picture={attachment}
            label={ATTACHMENT_TEXTS.openPhoto(index + 1, pictures.length)}
            onOpen={() => setOpen(index)}
            onBroken={onBroken}
          />
        );
      })}
      <LazyMount open={open !== null}>
        <Lightbox
          label={ATTACHMENT_TEXTS.viewer}
          items={pictures.map((attachment) => ({
            src: attachment.url,
            alt: attachment.kind === 'gif' ? ATTACHMENT_TEXTS.gifAlt : ATTACHMENT_TEXTS.photo,
            width: attachment.width,
            height: attachment.height,
          }))}
          index={open}
          onIndex={setOpen}
          onClose={() => setOpen(null)}
        />
      </LazyMount>
    </div>
  );
}

const sizeOf = (attachment: Attachment) => {
  const { width, height } = shownSize(attachment);
  return { '--width': `${width}px`, '--ratio': `${width} / ${height}` } as CSSProperties;
};

type PictureProps = { picture: Attachment; label: string; onOpen: () => void; onBroken: () => void };

function Picture({ picture, label, onOpen, onBroken }: PictureProps) {
  const [isAnimated, toggle] = useGifAnimation();
  // Show the original of an animated picture, because the thumbnail is static.
  const isMoving = picture.kind === 'gif' || picture.mime === 'image/gif';
  const shown = { onError: onBroken, ...shownSize(picture) };
  const opener = (
    <button
      type="button"
      className={styles.picture}
      style={sizeOf(picture)}
      aria-label={label}
      onClick={onOpen}
    >
      {isMoving ? (
        <GifFrame src={picture.url} alt="" isAnimated={isAnimated} {...shown} />
      ) : (
        <img
          src={picture.thumbUrl || picture.url}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          draggable={false}
          {...shown}
        />
      )}
      <Temporary attachment={picture} />
    </button>
  );
  if (!isMoving) return opener;
  return (
    <div className={styles.moving}>
      {opener}
      <AnimationToggle isAnimated={isAnimated} onToggle={toggle} />
    </div>
  );
}

function Video({ video, onBroken }: { video: Attachment; onBroken: () => void }) {
  const { isUnseen, handlers } = useUnseenPicture();
  if (isUnseen)
    return (
      <p role="alert" className={styles.unavailable}>
        <ImageOff size={18} aria-hidden="true" />
        {MEDIA_TEXTS.noPicture}
      </p>
    );
  return (
    <div className={styles.video} style={sizeOf(video)}>
      <video
        src={video.url}
        poster={video.thumbUrl ?? undefined}
        aria-label={ATTACHMENT_TEXTS.video}
        controls
        playsInline
        preload="metadata"
        onError={onBroken}
        {...handlers}
        {...shownSize(video)}
      />
      <Temporary attachment={video} />
    </div>
  );
}

function Temporary({ attachment: { temporary, expiresAt } }: { attachment: Attachment }) {
  if (!temporary) return null;
  return (
    <span
      className={styles.temporary}
      title={expiresAt ? ATTACHMENT_TEXTS.expiresAt(fullTime(expiresAt)) : ATTACHMENT_TEXTS.temporary}
    >
      <Clock size={14} aria-hidden="true" />
      {ATTACHMENT_TEXTS.isTemporary}
    </span>
  );
}

function Unavailable({ expired, onRetry }: { expired: boolean; onRetry?: () => void }) {
  const Glyph = expired ? TimerOff : ImageOff;
  return (
    <p className={styles.unavailable}>
      <Glyph size={18} aria-hidden="true" />
      {expired ? ATTACHMENT_TEXTS.expired : ATTACHMENT_TEXTS.broken}
      {onRetry && (
        <Button size="small" variant="ghost" onClick={onRetry}>
          {ATTACHMENT_TEXTS.showAgain}
        </Button>
      )}
    </p>
  );
}
