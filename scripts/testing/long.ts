/**
 * True in a long test run (`npm run test:long`, which sets TEST_LONG=1). Long tests run only then, and some tests
 * run at full length.
 */
export const LONG = process.env.TEST_LONG === '1';
