import { clsx } from 'clsx';
import type { ComponentPropsWithRef } from 'react';
import { Stack } from '../../ui/layout.tsx';
import styles from './post.module.css';

type PostFrameProps = Omit<ComponentPropsWithRef<'article'>, 'className'> & {
  as?: 'article' | 'div';
  /** True if the visitor followed a link to this post. */
  highlighted?: boolean;
};

/** Show the frame of a post, in the feed and in a thread. */
export function PostFrame({ as = 'article', highlighted, ...rest }: PostFrameProps) {
  return (
    <Stack
      as={as as 'article'}
      gap={3}
      paddingTop={4}
      paddingBottom={2}
      paddingInline={5}
      fill={1}
      border
      radius={3}
      {...rest}
      className={clsx(styles.card, highlighted && styles.highlighted)}
    />
  );
}
