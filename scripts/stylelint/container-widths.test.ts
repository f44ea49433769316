import stylelint from 'stylelint';
import { expect, it } from 'vitest';
import containerWidths from './container-widths.mjs';

const config = { plugins: [containerWidths], rules: { 'rivalhold/container-widths': true } };

it.each([
  ['(width <= 16rem)', 0],
  ['(width > 32em)', 0],
  ['(width <= 20rem)', 1],
  ['(min-width: 32rem)', 1],
])('the number of warnings about the container query %s is %i', async (query, count) => {
  const code = `@container ${query} { .row { color: inherit; } }`;
  const { results } = await stylelint.lint({ code, config });
  expect(results[0]?.warnings).toHaveLength(count);
});
