import { OPTIONS, TESTS } from './options.mjs';

/** Rules about dependencies between folders. They apply to production code only. */
export default {
  forbidden: [
    {
      name: 'no-folder-cycles',
      comment: 'Neither the features nor the folders of the platform depend on each other in a cycle.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^server/src/(features|platform)/|^web/src/(features|entities)/[^/]+$' },
      to: { circular: true },
    },
  ],
  options: { ...OPTIONS, exclude: { path: `${OPTIONS.exclude.path}|${TESTS}` } },
};
