import type { ForumPost } from '@rivalhold/shared/contract/forum.ts';
import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { AnimationToggle, GifFrame, useGifAnimation } from '../../../entities/media/animated-gif.tsx';
import { PostText } from '../../../entities/posts/post-text.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { parseBlocks } from '../body.ts';
import styles from './post-body.module.css';

/** Beyond these a post is folded, so that nobody has to scroll past it. */
const FOLD_LENGTH = { length: 5_000, lines: 60 };

/** What somebody wrote, line by line and always as text: with images, what they quote, links and names. */
export function PostBody({ post }: { post: ForumPost }) {
  const [open, setOpen] = useState(false);
  const isFolded =
    !open && (post.body.length > FOLD_LENGTH.length || post.body.split('\n').length > FOLD_LENGTH.lines);
  return (
    <>
      <Stack gap={3} className={clsx(styles.body, isFolded && styles.folded)}>
        {parseBlocks(post).map((block) => {
          if (block.kind === 'image')
            return <PostImage key={block.at} {...block.image} author={post.author.username} />;
          if (block.kind === 'text') return <PostText key={block.at} text={block.text} whole />;
          return (
            <blockquote key={block.at} className={styles.quote}>
              <PostText text={block.text} whole />
            </blockquote>
          );
        })}
      </Stack>
      {isFolded && (
        <button type="button" className={styles.unfold} onClick={() => setOpen(true)}>
          {FORUM_TEXTS.readMore}
        </button>
      )}
    </>
  );
}

type PostImageProps = { url: string; src: string; author: string };

/** An image that this site was too busy to fetch is asked for once more, so much later. */
const RETRY_MS = 2_000;

/** An image line in a box of one size, whatever its own; one that cannot be shown is the link it was written as. */
function PostImage({ url, src, author }: PostImageProps) {
  const [state, setState] = useState<'first' | 'failed' | 'second' | 'broken'>('first');
  const broken = state === 'broken';
  const [isAnimated, toggle] = useGifAnimation();
  // All others come through this site.
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
  const link = (
    <a
      href={url}
      target="_blank"
      rel="nofollow noopener noreferrer"
      dir="ltr"
      className={broken ? undefined : styles.image}
    >
      {broken ? (
        url
      ) : state === 'failed' ? (
        FORUM_TEXTS.image(author)
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
    </a>
  );
  if (!isGif || broken) return link;
  return (
    <div className={styles.moving}>
      {link}
      <AnimationToggle isAnimated={isAnimated} onToggle={toggle} />
    </div>
  );
}
