import type { ForumPost } from '@rivalhold/shared/contract/forum.ts';
import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { clsx } from 'clsx';
import { ImageOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { AnimationToggle, GifFrame, useGifAnimation } from '../../../entities/media/animated-gif.tsx';
import { useFold } from '../../../entities/posts/fold.ts';
import { PostText } from '../../../entities/posts/post-text.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { StrangerMedia } from '../../safety/index.ts';
import { parseBlocks } from '../body.ts';
import styles from './post-body.module.css';

/** Posts above one of these limits are folded, to shorten the page. */
const FOLD_LIMITS = { length: 5_000, lines: 60 };

/** Show the body of a post with images, quotes, links and mentions. The text is never rendered as HTML. */
export function PostBody({ post }: { post: ForumPost }) {
  const { isLong, isOpen, foldedRef, unfold } = useFold<HTMLDivElement>(post.body, FOLD_LIMITS);
  const isFolded = isLong && !isOpen;
  return (
    <>
      <Stack
        ref={foldedRef}
        tabIndex={isLong ? -1 : undefined}
        gap={3}
        className={clsx(styles.body, isFolded && styles.folded)}
      >
        {parseBlocks(post).map((block) => {
          if (block.kind === 'image')
            return (
              <StrangerMedia key={block.at} authorId={post.author.id}>
                <PostImage {...block.image} author={post.author.username} links={post.links} />
              </StrangerMedia>
            );
          if (block.kind === 'text')
            return <PostText key={block.at} text={block.text} links={post.links} whole />;
          return (
            <blockquote key={block.at} className={styles.quote}>
              <PostText text={block.text} links={post.links} whole />
            </blockquote>
          );
        })}
      </Stack>
      {isFolded && (
        <button type="button" className={styles.unfold} onClick={unfold}>
          {FORUM_TEXTS.readMore}
        </button>
      )}
    </>
  );
}

type PostImageProps = { url: string; src: string; author: string; links: boolean };

/** Delay (ms) before a failed image is loaded once more, because the image proxy might have been busy. */
const RETRY_MS = 2_000;

/** Show an image in a box of fixed size, as a link if `links` is true. If loading fails, the box shows the URL. */
function PostImage({ url, src, author, links }: PostImageProps) {
  const [state, setState] = useState<'first' | 'failed' | 'second' | 'broken'>('first');
  const broken = state === 'broken';
  const [isAnimated, toggle] = useGifAnimation();
  // All images except GIFs are loaded through this site's proxy, so an external URL belongs to a GIF.
  const isGif = !src.startsWith('/');
  useEffect(() => {
    if (state !== 'failed') return;
    const timer = setTimeout(() => setState('second'), RETRY_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const shown = {
    src,
    onError: () => setState(state === 'first' ? 'failed' : 'broken'),
  };
  const content = (
    <>
      {broken || state === 'failed' ? (
        <span className={styles.missing}>
          <ImageOff size={28} aria-hidden="true" />
          <span>{broken ? url : FORUM_TEXTS.image(author)}</span>
        </span>
      ) : isGif ? (
        <GifFrame key={state} alt={FORUM_TEXTS.image(author)} isAnimated={isAnimated} {...shown} />
      ) : (
        <img
          key={state}
          alt={FORUM_TEXTS.image(author)}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          draggable={false}
          {...shown}
        />
      )}
    </>
  );
  const link = links ? (
    <a href={url} target="_blank" rel="nofollow noopener noreferrer" dir="ltr" className={styles.image}>
      {content}
    </a>
  ) : (
    <span dir="ltr" className={styles.image}>
      {content}
    </span>
  );
  if (!isGif || broken) return link;
  return (
    <div className={styles.moving}>
      {link}
      <AnimationToggle isAnimated={isAnimated} onToggle={toggle} />
    </div>
  );
}
