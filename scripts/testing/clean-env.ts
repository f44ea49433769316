/** What a process of the tests is given of this one's environment: none of its settings of the site. */
export const CLEAN_ENV = Object.fromEntries(
  ['PATH', 'HOME', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);
