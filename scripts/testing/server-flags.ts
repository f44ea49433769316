/**
 * Node's flags for a short-lived server or test process with an embedded database. They turn off the optimizing
 * WebAssembly compiler, because in a process that runs for only a few minutes, optimizing the database's code takes
 * more time than it saves.
 */
export const SERVER_FLAGS = ['--liftoff-only'];
