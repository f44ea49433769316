import path from 'node:path';
import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { componentModules } from './page-modules.ts';

it('finds the module of each page’s component', () => {
  const program = parseAst(`
    const lazy = (load, name) => load;
    const loadStaff = () => import('./staff-pages.ts');
    const load = (page) => import('./loaders.ts');
    export const pages = {
      '/dashboard': {
        loader: () => import('./dashboard/loader.ts'),
        component: lazy(() => import('./dashboard/dashboard-page.tsx'), 'DashboardPage'),
      },
      '/admin': { component: lazy(loadStaff, 'AdminPage') },
      '/none': { title: 'None' },
    };
  `);
  const pages = path.join(import.meta.dirname, '../src/pages');
  const found = [...componentModules(program)];
  expect(found.map(([page, module]) => [page, path.relative(pages, module)])).toEqual([
    ['/dashboard', 'dashboard/dashboard-page.tsx'],
    ['/admin', 'staff-pages.ts'],
  ]);
});
