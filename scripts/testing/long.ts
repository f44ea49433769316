/** Whether the long tests run, and the others at full length: `npm run test:long` sets TEST_LONG=1. */
export const LONG = process.env.TEST_LONG === '1';
