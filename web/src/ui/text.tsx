import { clsx } from 'clsx';
import type { ElementType } from 'react';
import type { Polymorphic } from './layout.tsx';
import styles from './text.module.css';

type TextProps = {
  /** A step of the type scale; that of the text around it unless given. */
  size?: 1 | 2 | 3 | 4;
  /** The colour, by its meaning: gold is for coins and victory only. */
  tone?: 'text' | 'quiet' | 'gold' | 'danger' | 'heal' | 'ally' | 'ember';
  weight?: 'regular' | 'medium' | 'bold';
  /** Use the display face, as headings and numbers in fights do. */
  display?: boolean;
  /** Give all digits one width. */
  tabular?: boolean;
  /** Lines closer to one another than in a text to read. */
  tight?: boolean;
  center?: boolean;
  /** Line breaking: none, within words where needed, or none with an ellipsis for what does not fit. */
  wrap?: 'nowrap' | 'anywhere' | 'truncate';
  /** Take the room that is left in a row. */
  grow?: boolean;
  /** Keep one's width in a row. */
  fixed?: boolean;
};

/** Words: a paragraph unless `as` says otherwise. */
export function Text<As extends ElementType = 'p'>(props: Polymorphic<As, TextProps>) {
  const { as, size, tone, weight, display, tabular, tight, center, wrap, grow, fixed, className, ...rest } =
    props as Polymorphic<'p', TextProps>;
  const Element: ElementType = as ?? 'p';
  const classes = [
    size && styles[`size-${size}`],
    tone && styles[tone],
    weight && styles[weight],
    display && styles.display,
    tabular && styles.tabular,
    tight && styles.tight,
    center && styles.center,
    wrap && styles[wrap],
    grow && styles.grow,
    fixed && styles.fixed,
  ];
  return <Element {...rest} className={clsx(classes, className)} />;
}
