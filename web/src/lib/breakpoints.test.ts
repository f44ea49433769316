import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BREAKPOINTS } from './breakpoints.ts';

it('lists only media queries that the stylesheet defines', () => {
  const css = readFileSync(new URL('../breakpoints.css', import.meta.url), 'utf8');
  for (const [name, query] of Object.entries(BREAKPOINTS))
    expect(css).toContain(`@custom-media --${name} ${query};`);
});
