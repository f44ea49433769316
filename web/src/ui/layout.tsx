import type { ElementType } from 'react';
import { type BoxProps, box, type Polymorphic } from './box.ts';

type RowProps = BoxProps & {
  /** Wrap to another line if there is not enough space. */
  wrap?: boolean;
  /** Display inline within text. */
  inline?: boolean;
};
type GridProps = BoxProps & {
  /**
   * A number is the number of equal columns. A string is the minimum width of a column (CSS), which determines the
   * number of columns. A list contains the width of each column, where 'auto' fits the content.
   */
  columns: number | string | readonly string[];
  /**
   * True to widen the columns if there are fewer children than columns. It applies only if `columns` is a minimum
   * width.
   */
  fit?: boolean;
  /** The window sizes at which there is a single column. */
  stackOn?: 'phone' | 'narrow' | 'below-wide';
};

type PageProps = Pick<BoxProps, 'gap'> & {
  /** 'narrow' for running text and forms, 'medium' for a few cards per row. By default, the page is wide. */
  width?: 'narrow' | 'medium';
};

/** Place children below each other. */
export function Stack<As extends ElementType = 'div'>(props: Polymorphic<As, BoxProps>) {
  const [Element, rest] = box(props, 'ui-stack');
  return <Element {...rest} />;
}

/** Place children next to each other, vertically centered unless `align` is given. */
export function Row<As extends ElementType = 'div'>({ inline, ...props }: Polymorphic<As, RowProps>) {
  const [Element, rest] = box(props, inline ? 'ui-row ui-inline' : 'ui-row');
  return <Element {...rest} />;
}

const track = (width: string) => (width === 'auto' ? width : `minmax(0, ${width})`);

/** Place children in columns. */
export function Grid<As extends ElementType = 'div'>({
  columns,
  fit,
  stackOn,
  ...props
}: Polymorphic<As, GridProps>) {
  const [Element, rest] = box(props, stackOn ? `ui-grid ui-stackOn-${stackOn}` : 'ui-grid');
  const template =
    typeof columns === 'number'
      ? `repeat(${columns}, minmax(0, 1fr))`
      : typeof columns === 'string'
        ? `repeat(auto-${fit ? 'fit' : 'fill'}, minmax(min(${columns}, 100%), 1fr))`
        : columns.map(track).join(' ');
  return <Element {...rest} style={{ ...(rest.style ?? {}), '--grid-columns': template }} />;
}

/** Show a raised surface. With a `gap`, its children are stacked. */
export function Surface<As extends ElementType = 'div'>(props: Polymorphic<As, BoxProps>) {
  const [Element, rest] = box({ fill: 1, ...props }, props.gap && 'ui-stack');
  return <Element {...rest} />;
}

/** Show a page centered in the window. */
export function Page<As extends ElementType = 'div'>({ width, ...props }: Polymorphic<As, PageProps>) {
  const [Element, rest] = box(props, width ? `ui-page ui-page-${width}` : 'ui-page');
  return <Element {...rest} />;
}
