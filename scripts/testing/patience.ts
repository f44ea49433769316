/** How long a test waits for something. Only against what never comes: a busy machine takes its time. */
export const PATIENCE_MS = 60_000;
