import type { ElementType } from 'react';
import { type BoxProps, box, type Polymorphic } from './box.ts';

export type TextProps = BoxProps & {
  /** Line breaking: none, within words if needed, or none with an ellipsis on overflow. */
  wrap?: 'nowrap' | 'anywhere' | 'truncate';
};

/** Render text: a paragraph unless `as` is given. */
export function Text<As extends ElementType = 'p'>(props: Polymorphic<As, TextProps>) {
  const [Element, rest] = box(props, '', 'p');
  return <Element {...rest} />;
}
