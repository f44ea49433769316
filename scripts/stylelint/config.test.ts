import stylelint from 'stylelint';
import { expect, it } from 'vitest';
import config from '../../stylelint.config.mjs';

it.each([
  '.row { --gap: 7px; padding: var(--gap); }',
  '.row { --space-7: 7px; }',
  '.row { height: 1px; grid-gap: 3px; }',
])('rejects the raw size in %s', async (code) => {
  const { results } = await stylelint.lint({ code, config });
  expect(results[0]?.warnings).toHaveLength(1);
});

it.each([
  '.row { --portrait: 7rem; width: var(--portrait); padding: var(--space-2); }',
  '.row { height: 1px; margin: calc(var(--space-2) - var(--border)) 0; }',
])('accepts the sizes in %s', async (code) => {
  const { results } = await stylelint.lint({ code, config });
  expect(results[0]?.warnings).toEqual([]);
});
