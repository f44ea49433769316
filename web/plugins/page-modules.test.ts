import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { componentModules } from './page-modules.ts';

it('finds the module of each page’s component, also through a constant', () => {
  const program = parseAst(`
    const lazy = (load, name) => load;
    const loadStaff = () => import('./staff-pages.ts');
    export const pages = {
      '/dashboard': {
        loader: () => import('./dashboard/loader.ts'),
        component: lazy(() => import('./dashboard/dashboard-page.tsx'), 'DashboardPage'),
      },
      '/admin': { component: lazy(loadStaff, 'AdminPage') },
      '/none': { title: 'None' },
    };
  `);
  const found = [...componentModules(program)].map(([page, module]) => [page, module.split('/pages/')[1]]);
  expect(found).toEqual([
    ['/dashboard', 'dashboard/dashboard-page.tsx'],
    ['/admin', 'staff-pages.ts'],
  ]);
});
