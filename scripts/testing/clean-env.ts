/** Environment for child processes of tests. It has none of the variables that configure the site. */
export const CLEAN_ENV = Object.fromEntries(
  ['PATH', 'HOME', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);
