import { FEED_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { ArrowUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { announce } from '../../../ui/live-region.tsx';
import styles from './feed.module.css';

type NewsPillProps = { posts: number; activity: number; onShow: () => void };

/** Tells of what has come since, over the feed and without moving it; a press shows it. */
export function NewsPill({ posts, activity, onShow }: NewsPillProps) {
  const count = posts + activity;
  const text = FEED_TEXTS.news(posts, activity);
  const before = useRef(0);
  useEffect(() => {
    // Said once; who wants to know how many there are by now looks.
    if (before.current === 0 && count > 0) announce(text);
    before.current = count;
  }, [count, text]);
  return (
    <div className={styles.pillPlace}>
      {count > 0 && (
        <button type="button" className={styles.pill} onClick={onShow}>
          <ArrowUp size={18} aria-hidden="true" />
          {text}
        </button>
      )}
    </div>
  );
}
