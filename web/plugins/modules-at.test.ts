import path from 'node:path';
import { expect, it } from 'vitest';
import { modulesAt } from './modules-at.ts';

const idOf = (name: string) => path.join(import.meta.dirname, '../..', name);

it('matches files, the CSS modules of components, and the modules in folders', () => {
  const matches = modulesAt(['web/src/ui/choice.tsx', 'shared/src/fights']);
  const ids = [
    'web/src/ui/choice.tsx',
    'web/src/ui/choice.module.css',
    'shared/src/fights/style.ts',
    'web/src/ui/chip.tsx',
    'shared/src/texts/fights.ts',
  ];
  expect(ids.filter((name) => matches(idOf(name)))).toEqual(ids.slice(0, 3));
});

it('throws if there is nothing at a path', () => {
  expect(() => modulesAt(['web/src/ui/choice.tsx', 'web/src/ui/renamed.tsx'])).toThrow(
    'web/src/ui/renamed.tsx',
  );
});
