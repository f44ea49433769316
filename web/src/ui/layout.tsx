import { clsx } from 'clsx';
import type { ComponentPropsWithRef, CSSProperties, ElementType } from 'react';
import styles from './layout.module.css';

/** The props of a component that is drawn as any element: its own, and all that the element takes. */
export type Polymorphic<As extends ElementType, Own> = Own & { as?: As } & Omit<
    ComponentPropsWithRef<As>,
    keyof Own | 'as'
  >;

type Space = 'half' | 1 | 2 | 3 | 4 | 5 | 6 | 8;
type Padding = 1 | 2 | 3 | 4 | 5 | 6;
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
  /** How high it is raised; 1 unless given. */
  level?: 1 | 2 | 3;
  radius?: 1 | 2 | 3;
  border?: boolean;
  shadow?: 1 | 2;
};

const boxClasses = ({ gap, padding, align, justify, grow, fixed }: BoxProps) => [
  gap && styles[`gap-${gap}`],
  padding && styles[`padding-${padding}`],
  align && styles[`align-${align}`],
  justify && styles[`justify-${justify}`],
  grow && styles.grow,
  fixed && styles.fixed,
];

/** Children below one another. */
export function Stack<As extends ElementType = 'div'>(props: Polymorphic<As, BoxProps>) {
  const { as, gap, padding, align, justify, grow, fixed, className, ...rest } = props as Polymorphic<
    'div',
    BoxProps
  >;
  const Element: ElementType = as ?? 'div';
  const classes = boxClasses({ gap, padding, align, justify, grow, fixed });
  return <Element {...rest} className={clsx(styles.stack, classes, className)} />;
}

/** Children beside one another, in the middle of the line unless `align` says otherwise. */
export function Row<As extends ElementType = 'div'>(props: Polymorphic<As, RowProps>) {
  const { as, gap, padding, align, justify, grow, fixed, wrap, inline, className, ...rest } =
    props as Polymorphic<'div', RowProps>;
  const Element: ElementType = as ?? 'div';
  const classes = boxClasses({ gap, padding, align, justify, grow, fixed });
  return (
    <Element
      {...rest}
      className={clsx(styles.row, wrap && styles.wrap, inline && styles.inline, classes, className)}
    />
  );
}

/** Children in columns of equal width. */
export function Grid<As extends ElementType = 'div'>(props: Polymorphic<As, GridProps>) {
  const { as, gap, padding, align, justify, grow, fixed, columns, className, style, ...rest } =
    props as Polymorphic<'div', GridProps>;
  const Element: ElementType = as ?? 'div';
  const template =
    typeof columns === 'number'
      ? `repeat(${columns}, minmax(0, 1fr))`
      : `repeat(auto-fill, minmax(min(${columns}, 100%), 1fr))`;
  const classes = boxClasses({ gap, padding, align, justify, grow, fixed });
  return (
    <Element
      {...rest}
      style={{ ...style, '--grid-columns': template } as CSSProperties}
      className={clsx(styles.grid, classes, className)}
    />
  );
}

/** A raised surface, whose children stand below one another where it has a `gap`. */
export function Surface<As extends ElementType = 'div'>(props: Polymorphic<As, SurfaceProps>) {
  const {
    as,
    gap,
    padding,
    align,
    justify,
    grow,
    fixed,
    level = 1,
    radius,
    border,
    shadow,
    className,
    ...rest
  } = props as Polymorphic<'div', SurfaceProps>;
  const Element: ElementType = as ?? 'div';
  const classes = [
    styles[`surface-${level}`],
    radius && styles[`radius-${radius}`],
    border && styles.border,
    shadow && styles[`shadow-${shadow}`],
    gap && styles.stack,
    boxClasses({ gap, padding, align, justify, grow, fixed }),
  ];
  return <Element {...rest} className={clsx(classes, className)} />;
}

/** A page in the middle of the window. */
export function Page<As extends ElementType = 'div'>(props: Polymorphic<As, Pick<BoxProps, 'gap'>>) {
  const { as, gap, className, ...rest } = props as Polymorphic<'div', Pick<BoxProps, 'gap'>>;
  const Element: ElementType = as ?? 'div';
  return <Element {...rest} className={clsx(styles.page, boxClasses({ gap }), className)} />;
}
