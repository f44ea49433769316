import { clsx } from 'clsx';
import type { ComponentPropsWithRef, CSSProperties, ElementType } from 'react';
import styles from './layout.module.css';

/** The props of a component that is drawn as any element: its own, and all that the element takes. */
export type Polymorphic<As extends ElementType, Own> = Own & { as?: As } & Omit<
    ComponentPropsWithRef<As>,
    keyof Own | 'as'
  >;

type Space = 'half' | 1 | 2 | 3 | 4 | 5 | 6;
type Padding = 1 | 2 | 3 | 4 | 5;
type Align = 'start' | 'center' | 'end' | 'baseline' | 'stretch';
type Justify = 'start' | 'center' | 'end' | 'between';

type BoxProps = {
  /** The space between the children: a step of the scale. */
  gap?: Space;
  /** The space inside: a step of the scale. */
  padding?: Padding;
  align?: Align;
  justify?: Justify;
  /** Take the room that is left in a row. */
  grow?: boolean;
  /** Keep one's width in a row. */
  fixed?: boolean;
};
type RowProps = BoxProps & {
  /** Go on in another line where there is no room. */
  wrap?: boolean;
  /** Stand within a line of text. */
  inline?: boolean;
};
type GridProps = BoxProps & {
  /** The number of equal columns, or the least width of one (CSS), of which there are as many as fit. */
  columns: number | string;
};
type SurfaceProps = BoxProps & {
  /** The elevation, 1 unless given. */
  level?: 1 | 2 | 3;
  radius?: 1 | 2 | 3;
  border?: boolean;
  shadow?: 1 | 2;
};

/** Split props into the element, the classes that the props of every primitive stand for, and all other props. */
function split(
  props: BoxProps & { as?: ElementType; className?: string | undefined; style?: CSSProperties },
) {
  const { as: Element = 'div', gap, padding, align, justify, grow, fixed, className, ...rest } = props;
  const classes = [
    gap && styles[`gap-${gap}`],
    padding && styles[`padding-${padding}`],
    align && styles[`align-${align}`],
    justify && styles[`justify-${justify}`],
    grow && styles.grow,
    fixed && styles.fixed,
    className,
  ];
  return { Element, classes, rest };
}

/** Children below one another. */
export function Stack<As extends ElementType = 'div'>(props: Polymorphic<As, BoxProps>) {
  const { Element, classes, rest } = split(props);
  return <Element {...rest} className={clsx(styles.stack, classes)} />;
}

/** Children beside one another, in the middle of the line unless `align` says otherwise. */
export function Row<As extends ElementType = 'div'>({ wrap, inline, ...props }: Polymorphic<As, RowProps>) {
  const { Element, classes, rest } = split(props);
  const own = [styles.row, wrap && styles.wrap, inline && styles.inline];
  return <Element {...rest} className={clsx(own, classes)} />;
}

/** Children in columns of equal width. */
export function Grid<As extends ElementType = 'div'>({ columns, ...props }: Polymorphic<As, GridProps>) {
  const { Element, classes, rest } = split(props);
  const template =
    typeof columns === 'number'
      ? `repeat(${columns}, minmax(0, 1fr))`
      : `repeat(auto-fill, minmax(min(${columns}, 100%), 1fr))`;
  const style = { ...rest.style, '--grid-columns': template };
  return <Element {...rest} style={style} className={clsx(styles.grid, classes)} />;
}

/** A raised surface, whose children stand below one another where it has a `gap`. */
export function Surface<As extends ElementType = 'div'>({
  level = 1,
  radius,
  border,
  shadow,
  ...props
}: Polymorphic<As, SurfaceProps>) {
  const { Element, classes, rest } = split(props);
  const own = [
    styles[`surface-${level}`],
    radius && styles[`radius-${radius}`],
    border && styles.border,
    shadow && styles[`shadow-${shadow}`],
    props.gap && styles.stack,
  ];
  return <Element {...rest} className={clsx(own, classes)} />;
}

/** A page in the middle of the window. */
export function Page<As extends ElementType = 'div'>(props: Polymorphic<As, Pick<BoxProps, 'gap'>>) {
  const { Element, classes, rest } = split(props);
  return <Element {...rest} className={clsx(styles.page, classes)} />;
}
