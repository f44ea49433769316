import { ATTACHMENT_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { youtubeWatchUrl } from '@rivalhold/shared/youtube.ts';
import { clsx } from 'clsx';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { Text } from '../../ui/text.tsx';
import styles from './youtube-facade.module.css';

/** Focus the video, because the button that had the focus was removed. */
const focus = (video: HTMLIFrameElement | null) => video?.focus();

/** Show a YouTube video by its id. Nothing loads from YouTube before the viewer presses play. */
export function YoutubeFacade({ id, className }: { id: string; className?: string | undefined }) {
  const [playing, setPlaying] = useState(false);
  return (
    <figure className={clsx(styles.video, className)}>
      {playing ? (
        <iframe
          ref={focus}
          className={styles.player}
          src={`https://www.youtube-nocookie.com/embed/${encodeURIComponent(id)}?autoplay=1`}
          title={ATTACHMENT_TEXTS.youtubeVideo}
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          referrerPolicy="strict-origin-when-cross-origin"
        />
      ) : (
        <button type="button" className={styles.facade} onClick={() => setPlaying(true)}>
          <span className={styles.play}>
            <Play size={26} fill="currentColor" aria-hidden="true" />
          </span>
          <span>
            <Text as="span" weight="medium" className={styles.text}>
              {ATTACHMENT_TEXTS.play}
            </Text>
            <span className={styles.hint}>{ATTACHMENT_TEXTS.playHint}</span>
          </span>
        </button>
      )}
      <Text as="figcaption" size={1} className={styles.caption}>
        <a href={youtubeWatchUrl(id)} target="_blank" rel="nofollow noopener noreferrer">
          {ATTACHMENT_TEXTS.onYoutube}
        </a>
      </Text>
    </figure>
  );
}
