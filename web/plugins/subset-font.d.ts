declare module 'subset-font' {
  export type Axes = Record<string, { min: number; max: number }>;
  type Options = { targetFormat?: 'woff2'; variationAxes?: Axes };
  /** Return the font reduced to the characters of `text`. */
  export default function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>;
}
