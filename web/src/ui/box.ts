import { clsx } from 'clsx';
import type { ComponentPropsWithRef, CSSProperties, ElementType } from 'react';
import './box.css';

/** The props of a component that renders any element: its own props and the element's. */
export type Polymorphic<As extends ElementType, Own> = Own & { as?: As } & Omit<
    ComponentPropsWithRef<As>,
    keyof Own | 'as'
  >;

/** A step of the spacing scale. */
export type Space = 'half' | 1 | 2 | 3 | 4 | 5 | 6;

/** The props of all primitives. Each maps to a class of box.css, without specificity. */
export type BoxProps = {
  /** The space between the children; `rowGap` between their rows, if different. */
  gap?: Space;
  rowGap?: 0 | Space;
  padding?: Space;
  paddingBlock?: Space;
  paddingInline?: Space;
  paddingTop?: Space;
  paddingBottom?: Space;
  align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch';
  justify?: 'start' | 'center' | 'end' | 'between';
  /** Fill the rest of a row; with a width (CSS), wrap if less than that is left. */
  grow?: boolean | string;
  /** Do not shrink in a row. */
  fixed?: boolean;
  /** Draw a line between the children. */
  divided?: boolean;

  /** The background: an elevation, or a soft color. */
  fill?: 1 | 2 | 3 | 'gold' | 'danger' | 'ally' | 'ember';
  radius?: 1 | 2 | 3 | 'round';
  border?: boolean | 'strong' | 'dashed' | 'danger' | 'ember';
  borderTop?: boolean;
  shadow?: 1 | 2;

  /** A step of the type scale; inherited by default, like all of the following. */
  size?: 1 | 2 | 3 | 4;
  /** The text color by meaning: gold is for coins and victory only. */
  tone?: 'text' | 'quiet' | 'gold' | 'danger' | 'heal' | 'ally' | 'ember' | 'link' | 'xp';
  weight?: 'regular' | 'medium' | 'bold';
  /** A smaller line height than that of body text. */
  leading?: 'tight' | 'snug';
  textAlign?: 'start' | 'center' | 'end';
  /** Use the display font, as headings and numbers in fights do. */
  display?: boolean;
  /** Give all digits the same width. */
  tabular?: boolean;
};

const CLASS_PROPS = new Set(
  (
    'gap rowGap padding paddingBlock paddingInline paddingTop paddingBottom align justify grow fixed divided ' +
    'fill radius border borderTop shadow size tone weight leading textAlign display tabular wrap'
  ).split(' '),
);

type Props = Record<string, unknown> & { as?: ElementType; className?: string; style?: CSSProperties };

/** Return the element to render and its props, in which classes replace the props of primitives. */
export function box(
  props: object,
  own?: string | 0,
  asDefault: ElementType = 'div',
): [ElementType, Record<string, unknown>] {
  const { as = asDefault, className, style, ...others } = props as Props;
  const classes: (string | 0 | undefined)[] = [own];
  const rest: Record<string, unknown> = { style };
  for (const [name, value] of Object.entries(others)) {
    if (!CLASS_PROPS.has(name)) rest[name] = value;
    else if (name === 'grow' && typeof value === 'string') {
      classes.push('ui-grow');
      rest.style = { flexBasis: value, ...style };
    } else if (value || value === 0) classes.push(value === true ? `ui-${name}` : `ui-${name}-${value}`);
  }
  return [as, { ...rest, className: clsx(classes, className) }];
}
