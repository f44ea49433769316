import type { Post } from '@rivalhold/shared/contract/feed.ts';
import { FEED_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { type CSSProperties, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { LazyMount } from '../../ui/lazy-mount.tsx';
import { AnimatedGif, YoutubeFacade } from '../media/index.ts';
import styles from './post-media.module.css';

/** Width and height of a photo in pixels, if known. */
type Sides = { width: number | null; height: number | null };

/** Limits of a photo's aspect ratio in the feed. An opened photo is shown in full. */
const RATIO = { min: 0.55, max: 4 };
const UNKNOWN = { width: 1_024, height: 768 };

/** Return the width and aspect ratio of a photo's box, which can be drawn before the photo loads. */
function photoBox({ width, height }: Sides): { width: number; ratio: number } {
  const known = width && height ? { width, height } : UNKNOWN;
  const ratio = Math.min(RATIO.max, Math.max(RATIO.min, known.width / known.height));
  return { width: Math.max(known.width, 160), ratio: Math.round(ratio * 10_000) / 10_000 };
}

const Lightbox = lazyComponent(() => import('../../ui/lightbox.tsx'), 'Lightbox');

/** Show the media of a post. Their space is reserved before they are loaded. */
export function PostMedia({ post }: { post: Post }) {
  const { youtubeId, gifUrl, imageUrl, author } = post;
  if (youtubeId) return <YoutubeFacade id={youtubeId} className={styles.video} />;
  if (gifUrl) return <Gif url={gifUrl} alt={FEED_TEXTS.gifOf(author.username)} />;
  return imageUrl ? <PostPhoto post={post} url={imageUrl} /> : null;
}

type GifProps = { url: string; alt: string; small?: boolean };

/** Show a GIF in a box of fixed size. */
export function Gif({ url, alt, small }: GifProps) {
  return (
    <span className={small ? styles.smallGif : styles.gif}>
      <AnimatedGif src={url} alt={alt} />
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
      <LazyMount open={open !== null}>
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
      </LazyMount>
    </>
  );
}
