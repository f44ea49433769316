/**
 * True in a long test run (`npm run test:long`, which sets TEST_LONG=1). Some tests run only in a long run, and others
 * run longer.
 */
export const LONG = process.env.TEST_LONG === '1';
