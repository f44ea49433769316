/** Path pattern of files that never run in production: tests and their helpers. */
export const TESTS = '\\.test\\.tsx?$|/testing(/|\\.ts$)|/fixtures\\.ts$|^server/src/tests/';

/**
 * Options of both structure checks. The parser is swc, because TypeScript 7 has no API for other tools yet.
 */
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
