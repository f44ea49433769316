import type { Attachment } from '@rivalhold/shared/contract/attachments.ts';
import { ATTACHMENT_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { clsx } from 'clsx';
import { Clock, ImageOff, TimerOff } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { GifFrame, MovementButton, useMoves } from '../../../entities/media/moving-gif.tsx';
import { YoutubeFacade } from '../../../entities/media/youtube-facade.tsx';
import { lazily } from '../../../lib/lazily.ts';
import { fullTime } from '../../../lib/time.ts';
import { Button } from '../../../ui/button.tsx';
import { OnceOpen } from '../../../ui/once-open.tsx';
import { useEachMinute } from '../../../ui/relative-time.tsx';
import styles from './attachment-list.module.css';

/** Where a medium whose size is unknown is shown. */
const UNKNOWN = { width: 320, height: 240 };
const LARGEST = { width: 320, height: 360 };
const SMALLEST_PX = 64;

/** The room (px) that a medium is shown in: its own proportions, never larger than itself or than a message takes. */
function shownSize({ width, height }: Pick<Attachment, 'width' | 'height'>) {
  const own = width && height ? { width, height } : UNKNOWN;
  const scale = Math.min(1, LARGEST.width / own.width, LARGEST.height / own.height);
  return {
    width: Math.max(SMALLEST_PX, Math.round(own.width * scale)),
    height: Math.max(SMALLEST_PX, Math.round(own.height * scale)),
  };
}

/** Whether a temporary medium is gone at `now` (ms), whatever was true when it was loaded. */
const isExpired = ({ expired, expiresAt }: Attachment, now: number): boolean =>
  expired || (expiresAt !== null && Date.parse(expiresAt) <= now);

const Lightbox = lazily(() => import('../../../ui/lightbox.tsx'), 'Lightbox');

/** Everything that goes with a message. Pictures open over the whole screen. */
export function AttachmentList({ attachments }: { attachments: readonly Attachment[] }) {
  const [open, setOpen] = useState<number | null>(null);
  const [broken, setBroken] = useState<ReadonlySet<number>>(new Set());
  // What is temporary goes while it is looked at.
  useEachMinute();
  const now = Date.now();
  const isPicture = (one: Attachment) =>
    (one.kind === 'image' || one.kind === 'gif') && !isExpired(one, now) && !broken.has(one.id);
  const pictures = attachments.filter(isPicture);
  return (
    <div className={clsx(styles.list, pictures.length > 1 && styles.several)}>
      {attachments.map((one) => {
        if (isExpired(one, now)) return <Gone key={one.id} expired />;
        const tellBroken = (isBroken: boolean) =>
          setBroken(
            (before) => new Set([...before].filter((id) => id !== one.id).concat(isBroken ? one.id : [])),
          );
        if (broken.has(one.id))
          return <Gone key={one.id} expired={false} onRetry={() => tellBroken(false)} />;
        const onBroken = () => tellBroken(true);
        if (one.kind === 'youtube') return <YoutubeFacade key={one.id} id={one.providerId ?? ''} />;
        if (one.kind === 'video') return <Video key={one.id} video={one} onBroken={onBroken} />;
        const index = pictures.indexOf(one);
        return (
          <Picture
            key={one.id}
            picture={one}
            label={ATTACHMENT_TEXTS.openPhoto(index + 1, pictures.length)}
            onOpen={() => setOpen(index)}
            onBroken={onBroken}
          />
        );
      })}
      <OnceOpen open={open !== null}>
        <Lightbox
          label={ATTACHMENT_TEXTS.viewer}
          items={pictures.map((one) => ({
            src: one.url,
            alt: one.kind === 'gif' ? ATTACHMENT_TEXTS.gifAlt : ATTACHMENT_TEXTS.photo,
            width: one.width,
            height: one.height,
          }))}
          index={open}
          onIndex={setOpen}
          onClose={() => setOpen(null)}
        />
      </OnceOpen>
    </div>
  );
}

const sizeOf = (one: Attachment) => {
  const { width, height } = shownSize(one);
  return { '--width': `${width}px`, '--ratio': `${width} / ${height}` } as CSSProperties;
};

type PictureProps = { picture: Attachment; label: string; onOpen: () => void; onBroken: () => void };

function Picture({ picture, label, onOpen, onBroken }: PictureProps) {
  const [moves, toggle] = useMoves();
  // Moving pictures move in the message too: their small picture stands still.
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
        <GifFrame src={picture.url} alt="" moves={moves} {...shown} />
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
      <MovementButton moves={moves} onToggle={toggle} />
    </div>
  );
}

function Video({ video, onBroken }: { video: Attachment; onBroken: () => void }) {
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
      title={expiresAt ? ATTACHMENT_TEXTS.goes(fullTime(expiresAt)) : ATTACHMENT_TEXTS.temporary}
    >
      <Clock size={14} aria-hidden="true" />
      {ATTACHMENT_TEXTS.isTemporary}
    </span>
  );
}

function Gone({ expired, onRetry }: { expired: boolean; onRetry?: () => void }) {
  const Glyph = expired ? TimerOff : ImageOff;
  return (
    <p className={styles.gone}>
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
