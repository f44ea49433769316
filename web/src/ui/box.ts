import { clsx } from 'clsx';
import type { ComponentPropsWithRef, CSSProperties, ElementType } from 'react';
import './box.css';

/** The props of a component that can render any element: the component's own props and the props of the element. */
export type Polymorphic<As extends ElementType, Own> = Own & { as?: As } & Omit<
    ComponentPropsWithRef<As>,
    keyof Own | 'as'
  >;

/** A step of the spacing scale. */
export type Space = 'half' | 1 | 2 | 3 | 4 | 5 | 6;

/** The props of all primitives. Each prop maps to a class in box.css. These classes have no specificity. */
export type BoxProps = {
  /** The space between the children. If `rowGap` is given, it replaces this space between rows. */
  gap?: Space;
  rowGap?: 0 | Space;
  padding?: Space;
  paddingBlock?: Space;
  paddingInline?: Space;
  paddingTop?: Space;
  paddingBottom?: Space;
  align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch';
  justify?: 'start' | 'center' | 'end' | 'between';
  /**
   * True to fill the rest of a row. An element with a CSS width does so, too, but it moves to the next line of a row
   * with `wrap` if less than this width is left.
   */
  grow?: boolean | string;
  /** Do not shrink in a row. */
  fixed?: boolean;
  /** Draw a line between the children. */
  divided?: boolean;

  /** The background: the number of a surface color, or the name of a soft color. */
  fill?: 1 | 2 | 3 | 'gold' | 'danger' | 'ally' | 'ember';
  radius?: 1 | 2 | 3 | 'round';
  border?: boolean | 'strong' | 'dashed' | 'danger' | 'ember';
  borderTop?: boolean;
  shadow?: 1 | 2;

  /** A step of the type scale. If this prop or one of the props below is not set, its value is inherited. */
  size?: 1 | 2 | 3 | 4 | 5;
  /** The text color, named by its meaning; gold is only for coins and victory. */
  tone?: 'text' | 'quiet' | 'gold' | 'danger' | 'heal' | 'ally' | 'ember' | 'link' | 'xp';
  weight?: 'regular' | 'medium' | 'bold';
  /** A line height that is smaller than that of body text. */
  leading?: 'tight' | 'snug';
  textAlign?: 'start' | 'center' | 'end';
  /** Use the display font, as headings and numbers in fights do. */
  display?: boolean;
  /** Give all digits the same width. */
  tabular?: boolean;
};

/** The props that map to classes: those of all primitives, and `wrap` of some. */
const CLASS_PROPS: Record<keyof BoxProps | 'wrap', true> = {
  gap: true,
  rowGap: true,
  padding: true,
  paddingBlock: true,
  paddingInline: true,
  paddingTop: true,
  paddingBottom: true,
  align: true,
  justify: true,
  grow: true,
  fixed: true,
  divided: true,
  fill: true,
  radius: true,
  border: true,
  borderTop: true,
  shadow: true,
  size: true,
  tone: true,
  weight: true,
  leading: true,
  textAlign: true,
  display: true,
  tabular: true,
  wrap: true,
};

type Props = Record<string, unknown> & { as?: ElementType; className?: string; style?: CSSProperties };

/** Return the element to render, and its props. Classes replace the props of primitives. */
export function box(
  props: object,
  own?: string | 0,
  asDefault: ElementType = 'div',
): [ElementType, Record<string, unknown>] {
  const { as = asDefault, className, style, ...others } = props as Props;
  const classes: (string | 0 | undefined)[] = [own];
  const rest: Record<string, unknown> = { style };
  for (const [name, value] of Object.entries(others)) {
    if (!Object.hasOwn(CLASS_PROPS, name)) rest[name] = value;
    else if (name === 'grow' && typeof value === 'string') {
      classes.push('ui-grow');
      rest.style = { flexBasis: value, ...style };
    } else if (value || value === 0) classes.push(value === true ? `ui-${name}` : `ui-${name}-${value}`);
  }
  return [as, { ...rest, className: clsx(classes, className) }];
}
