import { darker } from './palette.ts';

/** Middle of the picture; all that is symmetrical is measured from it. */
export const MID = 128;

/** A number as it stands in a path: one decimal is a quarter of a pixel at the largest size drawn. */
export const at = (value: number): string => String(Math.round(value * 10) / 10);

/** A path from text and numbers, the numbers rounded. */
export function d(parts: TemplateStringsArray, ...numbers: number[]): string {
  return parts
    .reduce((path, part, index) => path + at(numbers[index - 1]!) + part)
    .replace(/\s+/g, ' ')
    .trim();
}

/** A filled shape with the outline of the house style: a darker shade of its own colour. */
export const shape = (path: string, fill: string, line = 2.4): string =>
  `<path d="${path}" fill="${fill}" stroke="${darker(fill, 0.66)}" stroke-width="${line}" stroke-linejoin="round"/>`;

export const fill = (path: string, colour: string, opacity = 1): string =>
  `<path d="${path}" fill="${colour}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`;

export const stroke = (path: string, colour: string, width: number, opacity = 1): string =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`;

export const ellipse = (cx: number, cy: number, rx: number, ry: number, colour: string, more = ''): string =>
  `<ellipse cx="${at(cx)}" cy="${at(cy)}" rx="${at(rx)}" ry="${at(ry)}" fill="${colour}"${more && ` ${more}`}/>`;

/** An ellipse with the outline of the house style. */
export const ball = (cx: number, cy: number, rx: number, ry: number, colour: string, line = 2): string =>
  ellipse(cx, cy, rx, ry, colour, `stroke="${darker(colour, 0.66)}" stroke-width="${line}"`);

/** What is drawn on the left, and again in the mirror. */
export const both = (drawn: string): string =>
  `${drawn}<g transform="matrix(-1 0 0 1 ${MID * 2} 0)">${drawn}</g>`;

export const group = (inside: string, attributes: string): string => `<g ${attributes}>${inside}</g>`;
