import type { Post } from '@rivalhold/shared/contract/feed.ts';
import { FEED_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { type CSSProperties, useState } from 'react';
import { lazily } from '../../lib/lazily.ts';
import { OnceOpen } from '../../ui/once-open.tsx';
import { MovingGif, YoutubeFacade } from '../media/index.ts';
import { photoBox } from './photo-box.ts';
import styles from './post-media.module.css';

const Lightbox = lazily(() => import('../../ui/lightbox.tsx'), 'Lightbox');

/** The one medium of a post. Its place is there before it is. */
export function PostMedia({ post }: { post: Post }) {
  const { youtubeId, gifUrl, imageUrl, author } = post;
  if (youtubeId) return <YoutubeFacade id={youtubeId} className={styles.video} />;
  if (gifUrl) return <Gif url={gifUrl} alt={FEED_TEXTS.gifOf(author.username)} />;
  return imageUrl ? <PostPhoto post={post} url={imageUrl} /> : null;
}

type GifProps = { url: string; alt: string; small?: boolean };

/** A GIF in a box of one size, whatever its own. */
export function Gif({ url, alt, small }: GifProps) {
  return (
    <span className={small ? styles.smallGif : styles.gif}>
      <MovingGif src={url} alt={alt} />
    </span>
  );
}

function PostPhoto({ post, url }: { post: Post; url: string }) {
  const [open, setOpen] = useState<number | null>(null);
  const { username } = post.author;
  const { width, ratio } = photoBox({ width: post.imageWidth, height: post.imageHeight });
  return (
    <>
      <button
        type="button"
        className={styles.photo}
        style={{ '--width': `${width}px`, '--ratio': ratio } as CSSProperties}
        aria-label={FEED_TEXTS.enlarge(username)}
        onClick={() => setOpen(0)}
      >
        <img src={url} alt="" loading="lazy" decoding="async" draggable={false} />
      </button>
      <OnceOpen open={open !== null}>
        <Lightbox
          label={FEED_TEXTS.photoOf(username)}
          items={[
            {
              src: url,
              alt: FEED_TEXTS.photoOf(username),
              width: post.imageWidth,
              height: post.imageHeight,
            },
          ]}
          index={open}
          onIndex={setOpen}
          onClose={() => setOpen(null)}
        />
      </OnceOpen>
    </>
  );
}
