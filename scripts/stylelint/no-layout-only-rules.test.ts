import stylelint from 'stylelint';
import { expect, it } from 'vitest';
import noLayoutOnlyRules from './no-layout-only-rules.mjs';

const config = { plugins: [noLayoutOnlyRules], rules: { 'rivalhold/no-layout-only-rules': true } };

async function isRejected(code: string): Promise<boolean> {
  const { results } = await stylelint.lint({ code, config });
  return (results[0]?.warnings.length ?? 0) > 0;
}

it.each([
  '.row { display: flex; align-items: flex-start; gap: var(--space-3); padding-block: var(--space-3); }',
  '.columns { display: grid; grid-template-columns: minmax(0, 24rem) minmax(0, 1fr); }',
  '.text { flex: 1 1 14rem; min-width: 0; text-align: start; }',
  '.note { border: 1px dashed var(--line-strong); background: var(--danger-soft); border-radius: var(--radius-2); }',
  '.line { row-gap: 0; }',
  '.name { font: 600 var(--size-2) / 1.4 var(--font-display); overflow-wrap: anywhere; }',
])('rejects the rule %s', async (code) => {
  expect(await isRejected(code)).toBe(true);
});

it.each([
  '.foot { padding: var(--space-2) max(var(--space-2), env(safe-area-inset-bottom)); }',
  '.trigger { min-width: var(--tap-target); padding-inline: var(--space-2); }',
  '.aside { margin-inline-start: auto; color: var(--text-quiet); }',
  '.win { background: var(--gold-soft); color: var(--gold); }',
  '.row > svg { flex: none; }',
  '.row:hover { background: var(--surface-2); }',
  '@media (--phone) { .bar { gap: var(--space-2); } }',
])('accepts the rule %s', async (code) => {
  expect(await isRejected(code)).toBe(false);
});
