import { type Color, darker, type Palette, resolveColor } from './palette.ts';

/**
 * A part of a portrait: shapes, drawn in the order of the array. Example, a headband with a jewel:
 *
 *     [fill('cloth')`M-w-4 98 L-w-4 84 C-26 74 26 74 w+4 84 L w+4 98 C26 88 -26 88 -w-4 98Z`, gems('gold')`0 85 5`]
 *
 * The picture is 256 units wide and high. x is 0 on the center line and negative to the left of it; y is 0 at the top.
 * A coordinate is a number or a sum of numbers and measures of the face, without spaces: `-w-4`, `.5j+3`. Colors are
 * described in `palette.ts`, measures below.
 */
export type Part = Shape | { side: 'both' | 'right'; of: Part } | readonly Part[];

type Shape = Style & { kind: 'path' | 'balls' | 'gems'; text: string };
type Style = Options & { fill?: Color; width?: number | Measure };
type Options = {
  /** The outline color of a filled shape; by default a darker shade of the fill color. */
  stroke?: Color;
  opacity?: number;
  /** The outline of a hole, which is cut out of the shape. */
  cutOut?: string;
  /** The color of every second ellipse in a list for `balls`. */
  odd?: Color;
  /** A sum of numbers and measures; the shape is drawn only if the sum is positive. */
  when?: string;
};
type Template = (strings: TemplateStringsArray, ...values: readonly (string | number)[]) => Shape;

const template =
  (kind: Shape['kind'], style: Style): Template =>
  (strings, ...values) => ({ ...style, kind, text: String.raw(strings, ...values) });

/**
 * Return a template tag for filled paths, with an outline unless `width` is 0. Paths are SVG paths with the commands M,
 * L, C, Q, A and Z. Repeat the letter of a command for each segment. `|` appends the mirror image of the L, C and Q
 * commands since the last M, so a symmetrical outline needs only its left half.
 */
export const fill = (color: Color, width = 2.4, options: Options = {}): Template =>
  template('path', { ...options, fill: color, width });
/** Return a template tag for lines along a path. */
export const stroke = (color: Color, width: number | Measure, options: Options = {}): Template =>
  template('path', { ...options, stroke: color, width });
/**
 * Return a template tag for filled ellipses `x y rx ry turn`, separated by commas. `ry` (by default `rx`) and `turn`
 * (in degrees) are optional. An ellipse with only `x y` has the size and turn of the previous ellipse.
 */
export const balls = (color: Color, width = 2.4, options: Options = {}): Template =>
  template('balls', { ...options, fill: color, width });
/** Return a template tag for ellipses that are not filled. */
export const rings = (color: Color, width: number): Template => template('balls', { stroke: color, width });
/** Return a template tag for circles with a highlight. The circles are written as `x y r`, separated by commas. */
export const gems = (color: Color): Template => template('gems', { fill: color, width: 1.6 });

/** Return parts and their mirror image. The parts are written for the left side. */
export const mirrored = (...of: readonly Part[]): Part => ({ side: 'both', of });
/** Return only the mirror image of parts, which are written for the left side. */
export const onRight = (...of: readonly Part[]): Part => ({ side: 'right', of });

/**
 * Measures that differ between faces. `w`, `j`, `c`, `s` and `n` are the half widths of face, jaw, chin, shoulders and
 * neck. `chin` is the y coordinate of the tip of the chin. `brow` is the thickness of the eyebrows. `tilt` lowers the
 * inner ends of the eyebrows, and `droop` the outer ends. `lashes` and `wrinkles` are 1 or 0.
 */
const MEASURES = ['w', 'j', 'c', 's', 'n', 'chin', 'brow', 'tilt', 'droop', 'lashes', 'wrinkles'] as const;
type Measure = (typeof MEASURES)[number];
export type Measures = Record<Measure, number>;

/**
 * Return a function that draws parts as SVG.
 * The returned function throws an Error for an unknown coordinate or color, and for a path that does not start with M.
 */
export function createPartRenderer(measures: Measures, palette: Palette): (part: Part) => string {
  const color = memoize((text: Color) => resolveColor(text, palette));
  const outline = memoize((inside: string) => darker(inside, 0.66));

  const value = ({ constant, terms }: Sum): number =>
    terms.reduce((sum, [factor, measure]) => sum + factor * measures[measure], constant);

  const attributes = (style: Style, filling = style.fill): string => {
    const inside = filling ? color(filling) : 'none';
    const width = typeof style.width === 'string' ? round(measures[style.width]) : style.width;
    return (
      ` fill="${inside}"` +
      (width
        ? ` stroke="${style.stroke ? color(style.stroke) : outline(inside)}" stroke-width="${width}"`
        : '') +
      (style.opacity ? ` opacity="${style.opacity}"` : '') +
      (style.cutOut ? ' fill-rule="evenodd"' : '')
    );
  };

  const path = (shape: Shape): string => {
    const commands = parsePath(shape.text + (shape.cutOut ?? ''));
    const data = commands.map(({ letter, sums }) => letter + sums.map((sum) => round(value(sum))).join(' '));
    return `<path d="${data.join('')}"${attributes(shape)}/>`;
  };

  const balls = (shape: Shape): string => {
    const [even, odd] = [attributes(shape), attributes(shape, shape.odd)];
    let size: number[] = [];
    return parsePoints(shape.text)
      .map((sums, index) => {
        const [x = 0, y = 0, ...own] = sums.map(value);
        if (own.length > 0) size = own;
        const [rx = 0, ry = rx, turn = 0] = size;
        return ellipse(x, y, rx, ry, index % 2 ? odd : even, turn);
      })
      .join('');
  };

  const gems = (shape: Shape): string =>
    parsePoints(shape.text)
      .map((sums) => {
        const [x = 0, y = 0, r = 0] = sums.map(value);
        const glint = ellipse(x - r * 0.3, y - r * 0.35, r * 0.32, r * 0.32, ' fill="#ffffff" opacity=".85"');
        return ellipse(x, y, r, r, attributes(shape)) + glint;
      })
      .join('');

  const kinds = { path, balls, gems };
  const draw = (part: Part): string => {
    if ('side' in part) {
      const left = draw(part.of);
      return `${part.side === 'both' ? left : ''}<g transform="scale(-1 1)">${left}</g>`;
    }
    if (!('kind' in part)) return part.map(draw).join('');
    return part.when && value(parseSum(part.when)) <= 0 ? '' : kinds[part.kind](part);
  };
  return draw;
}

/** Round to a tenth of a unit, which is less than a pixel even at the largest displayed size. */
const round = (number: number): number => Math.round(number * 10) / 10;

function ellipse(x: number, y: number, rx: number, ry: number, attributes: string, turn = 0): string {
  const rotate = turn ? ` transform="rotate(${turn} ${round(x)} ${round(y)})"` : '';
  return `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}"${attributes}${rotate}/>`;
}

type Sum = { constant: number; terms: readonly (readonly [factor: number, measure: Measure])[] };
type Command = { letter: string; sums: readonly Sum[] };

/** Return a function that calls `compute` once for each text, and caches the results. */
function memoize<Text extends string, T>(compute: (text: Text) => T): (text: Text) => T {
  const results = new Map<Text, T>();
  return (text) => {
    const result = results.get(text) ?? compute(text);
    results.set(text, result);
    return result;
  };
}

const isMeasure = (name: string): name is Measure => (MEASURES as readonly string[]).includes(name);

const parseSum = memoize((text: string): Sum => {
  let constant = 0;
  const terms: [number, Measure][] = [];
  for (const term of text.match(/[+-]?[^+-]*/g) ?? []) {
    if (!term && text) continue;
    const [, sign = '', digits = '', name = ''] = /^([+-]?)(\d*\.?\d*)([a-z]*)$/.exec(term) ?? [];
    if (!(digits || name) || (name && !isMeasure(name))) throw new Error(`Unknown coordinate: "${text}"`);
    const factor = Number(sign + (digits || 1));
    if (isMeasure(name)) terms.push([factor, name]);
    else constant += factor;
  }
  return { constant, terms };
});

const parsePoints = memoize((text: string): Sum[][] =>
  text.split(',').map((point) => point.trim().split(' ').map(parseSum)),
);

const parsePath = memoize((text: string): Command[] => {
  if (!/^\s*M/.test(text)) throw new Error(`A path starts with M: "${text}"`);
  const commands: Command[] = [];
  for (const [, letter = '', numbers = ''] of text.matchAll(/([A-Z|])([^A-Z|]*)/g)) {
    if (letter === '|') commands.push(...mirrorImage(commands.slice(commands.findLastIndex(startsLine))));
    else commands.push({ letter, sums: numbers.split(/\s+/).filter(Boolean).map(parseSum) });
  }
  return commands;
});

const startsLine = ({ letter }: Command): boolean => letter === 'M';

/** Return the commands that continue a half outline from its end to the mirror image of its start. */
function mirrorImage(line: readonly Command[]): Command[] {
  const end = ({ sums }: Command): Sum[] => flip(sums.slice(-2));
  const back = line.slice(1).map(({ letter, sums }, index): Command => {
    const controls = sums.slice(0, -2);
    return {
      letter,
      sums: [...flip(controls.slice(2)), ...flip(controls.slice(0, 2)), ...end(line[index]!)],
    };
  });
  return [{ letter: 'L', sums: end(line.at(-1)!) }, ...back.reverse()];
}

/** Return the mirror images of points. The list contains an x and a y for each point. */
const flip = (points: readonly Sum[]): Sum[] => points.map((sum, index) => (index % 2 ? sum : negative(sum)));

const negative = ({ constant, terms }: Sum): Sum => ({
  constant: -constant,
  terms: terms.map(([factor, measure]) => [-factor, measure]),
});
