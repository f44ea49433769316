/** Files that never run on a site: tests and what they share. */
export const TESTS = '\\.test\\.tsx?$|/testing(/|\\.ts$)|^server/src/tests/';

/** How files are read. TypeScript 7 has no API for other tools yet, so swc parses them. */
export const OPTIONS = {
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '(^|/)dist/' },
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'node', 'default', 'types'],
    extensions: ['.ts', '.tsx', '.mjs', '.js'],
  },
};
