/**
 * True in a long test run (`npm run test:long`, which sets TEST_LONG=1). Some tests run only then, and others run
 * longer than usual.
 */
export const LONG = process.env.TEST_LONG === '1';
