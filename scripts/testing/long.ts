/**
 * True for `npm run test:long`, which sets TEST_LONG=1: long tests run, and short forms run at full length.
 */
export const LONG = process.env.TEST_LONG === '1';
