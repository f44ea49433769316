import type { ElementType } from 'react';
import { type BoxProps, box, type Polymorphic } from './box.ts';

type RowProps = BoxProps & {
  /** Go on in another line where there is no room. */
  wrap?: boolean;
  /** Stand within a line of text. */
  inline?: boolean;
};
type GridProps = BoxProps & {
  /**
   * How many equal columns; or the least width of one (CSS), of which there are as many as fit; or the width of each,
   * where 'auto' is that of the content.
   */
  columns: number | string | readonly string[];
  /** With a least width: widen the columns where there are fewer children than fit. */
  fit?: boolean;
  /** The windows in which there is only one column. */
  stackOn?: 'phone' | 'narrow' | 'below-wide';
};

/** Place children below one another. */
export function Stack<As extends ElementType = 'div'>(props: Polymorphic<As, BoxProps>) {
  const [Element, rest] = box(props, 'ui-stack');
  return <Element {...rest} />;
}

/** Place children beside one another, centred vertically unless `align` is given. */
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

/** A raised surface, whose children stand below one another where it has a `gap`. */
export function Surface<As extends ElementType = 'div'>(props: Polymorphic<As, BoxProps>) {
  const [Element, rest] = box({ fill: 1, ...props }, props.gap && 'ui-stack');
  return <Element {...rest} />;
}

/** A page in the middle of the window. */
export function Page<As extends ElementType = 'div'>(
  props: Polymorphic<As, Pick<BoxProps, 'gap' | 'paddingTop'>>,
) {
  const [Element, rest] = box(props, 'ui-page');
  return <Element {...rest} />;
}
