/**
 * Node's flags for a short-lived server or test process with an embedded database. They turn off the optimizing WebAssembly compiler,
 * because optimizing the database's code takes longer than it saves within a few minutes.
 */
export const SERVER_FLAGS = ['--liftoff-only'];
