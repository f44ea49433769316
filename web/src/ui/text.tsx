import type { ElementType } from 'react';
import { type BoxProps, box, type Polymorphic } from './box.ts';

export type TextProps = BoxProps & {
  /**
   * Line breaking: 'nowrap' for none, 'anywhere' to break even within words, 'truncate' for one line with an ellipsis.
   */
  wrap?: 'nowrap' | 'anywhere' | 'truncate';
};

/** Render text, as a paragraph unless `as` is given. */
export function Text<As extends ElementType = 'p'>(props: Polymorphic<As, TextProps>) {
  const [Element, rest] = box(props, '', 'p');
  return <Element {...rest} />;
}
