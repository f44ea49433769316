import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../lib/paths.mjs';

const SOURCE = join(ROOT, 'web', 'src');
/** Hooks of React, TanStack Query and React Hook Form that give state to a component. */
const LIBRARY_HOOKS = [
  'useState',
  'useReducer',
  'useSyncExternalStore',
  'useOptimistic',
  'useTransition',
  'useActionState',
  'useMutation',
  'useMutationState',
  'useQuery',
  'useQueries',
  'useInfiniteQuery',
  'useForm',
];

/** Components that tests render only through another component or a function, and the tests that do so. */
const RENDERED_INDIRECTLY: Record<string, string> = {
  // `renderWithProviders` renders the dialog of `confirm` in every test.
  'ui/confirm.tsx': 'ui/ui.test.tsx',
  // The functions of ui/toast.ts load this file and mount the component.
  'ui/toaster.tsx': 'ui/ui.test.tsx',
  // The sign-up form loads this component when it needs it.
  'features/accounts/components/character.tsx': 'features/accounts/accounts.test.tsx',
  // The tests of these pages use the whole page.
  'features/fight-style/components/style-form.tsx': 'pages/fight-style/fight-style-page.test.tsx',
  'features/fight-style/components/style-simulator.tsx': 'pages/fight-style/fight-style-page.test.tsx',
  'features/practice/components/fight-help.tsx': 'pages/practice/practice-page.test.tsx',
  'features/practice/components/lesson-list.tsx': 'pages/practice/practice-page.test.tsx',
  'pages/practice/bout-screen.tsx': 'pages/practice/practice-page.test.tsx',
  'pages/practice/first-fight.tsx': 'pages/practice/practice-page.test.tsx',
  'pages/practice/lesson-fight.tsx': 'pages/practice/practice-page.test.tsx',
  'pages/practice/partner-fight.tsx': 'pages/practice/practice-page.test.tsx',
  // These are steps of the dialogs that FactorsCard and StepUpHost open.
  'features/second-factors/components/app-setup-form.tsx': 'features/second-factors/second-factors.test.tsx',
  'features/second-factors/components/proof-form.tsx': 'features/second-factors/second-factors.test.tsx',
  'features/second-factors/components/rename-form.tsx': 'features/second-factors/second-factors.test.tsx',
  'features/second-factors/components/step-up-dialog.tsx': 'features/second-factors/second-factors.test.tsx',
};

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(SOURCE, name), 'utf8') }));
const isTest = ({ name }: { name: string }) => name.endsWith('.test.tsx') || name.startsWith('testing/');

/** Report whether source code calls any of the hooks. */
const callsAny = (text: string, hooks: Iterable<string>): boolean =>
  new RegExp(`\\b(?:${[...hooks].join('|')})\\b[<(]`).test(text);

/**
 * The hooks that the client defines. `body` is the source text of a hook up to the next top-level
 * declaration.
 */
const ownHooks = files
  .flatMap(({ text }) => text.split(/^(?=(?:export )?(?:function|const|type) )/m))
  .flatMap((body) => {
    const name = /^(?:export )?(?:function|const) (use[A-Z]\w*)/.exec(body)?.[1];
    return name ? [{ name, body }] : [];
  });

/** Return the library hooks, and the client's hooks that call one of them directly or indirectly. */
function statefulHooks(): Set<string> {
  const stateful = new Set(LIBRARY_HOOKS);
  for (let before = 0; before < stateful.size; ) {
    before = stateful.size;
    for (const { name, body } of ownHooks) if (callsAny(body, stateful)) stateful.add(name);
  }
  return stateful;
}

/**
 * Return the paths of the files whose components a test renders, as the test imports them. A component counts as
 * rendered if its name occurs as a JSX tag.
 */
function renderedFiles(test: string): string[] {
  const imports = test.matchAll(/^import (?!type )([^'"]*?) from '(\.[^']+\.tsx)'/gm);
  return [...imports].flatMap(([, clause = '', path = '']) => {
    // The local name is the last word of each part, as in 'Page', '{ Page' and 'Page as Screen }'.
    const names = clause
      .split(',')
      .filter((part) => !/^[\s{]*type /.test(part))
      .flatMap((part) => part.match(/\w+(?=[\s}]*$)/) ?? []);
    return names.some((name) => new RegExp(`\\B<${name}\\b`).test(test)) ? [path] : [];
  });
}

/** Return the paths, relative to web/src, of the files whose components are rendered by component tests. */
function testedFiles(): Set<string> {
  const tests = files.filter(isTest).filter(({ name }) => name.endsWith('.test.tsx'));
  return new Set(
    tests.flatMap(({ name, text }) =>
      renderedFiles(text).map((path) => relative(SOURCE, join(SOURCE, dirname(name), path))),
    ),
  );
}

it('every component with state has a component test', () => {
  const hooks = statefulHooks();
  const tested = testedFiles();
  const components = files.filter((file) => file.name.endsWith('.tsx') && !isTest(file));
  const stateful = components.filter(({ text }) => callsAny(text, hooks));
  expect(stateful.length).toBeGreaterThan(100);
  const untested = stateful.map(({ name }) => name).filter((name) => !tested.has(name));
  // This also fails if an exception is no longer needed.
  expect(untested.sort()).toEqual(Object.keys(RENDERED_INDIRECTLY).sort());
  const tests = files.filter(isTest).map(({ name }) => name);
  expect(tests).toEqual(expect.arrayContaining(Object.values(RENDERED_INDIRECTLY)));
});

it.each([
  ["import { Card } from './card.tsx';\nrender(<Card />);", ['./card.tsx']],
  [
    "import {\n  type Props,\n  Card as Shown,\n} from './card.tsx';\nrender(<Shown>text</Shown>);",
    ['./card.tsx'],
  ],
  ["import './card.tsx';\nrender(<Card />);", []],
  ["import { Card } from './card.tsx';\nrender(<Cards />);", []],
  ["import { Card } from './card.tsx';\nconst cards: Array<Card> = [];", []],
  ["import type { Card } from './card.tsx';\nrender(<Card />);", []],
  ["import { type Card, size } from './card.tsx';\nrender(<Card />);", []],
])('recognizes the components that a test renders: %j', (test, rendered) => {
  expect(renderedFiles(test)).toEqual(rendered);
});
