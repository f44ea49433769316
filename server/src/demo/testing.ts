import { expect } from 'vitest';

const TAG = /<(\/?)([a-zA-Z]+)((?: [\w:-]+="[^"<]*")*)(\/?)>/g;

/** Expect the text to be a single well-formed SVG without external or dangling references. */
export function expectWellFormedSvg(svg: string): void {
  const open: string[] = [];
  for (const [, end, name = '', attributes = '', empty] of svg.matchAll(TAG)) {
    if (end) expect(open.pop()).toBe(name);
    else if (!empty) open.push(name);
    const names = [...attributes.matchAll(/ ([\w:-]+)=/g)].map(([, attribute]) => attribute);
    expect(new Set(names).size).toBe(names.length);
  }
  expect(open).toEqual([]);
  expect(svg.replaceAll(TAG, '')).toBe('');
  expect(svg).toMatch(/^<svg [^>]*>.*<\/svg>$/s);
  expect(svg).not.toMatch(/NaN|undefined|Infinity|href|<script|<image|<style/);
  const ids = [...svg.matchAll(/ id="([\w-]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, id] of svg.matchAll(/url\(#([\w-]+)\)/g)) expect(ids).toContain(id);
}
