/** A function that asks the staff member to confirm their identity. It resolves to false if they cancel. */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let pending: Promise<boolean> | null = null;

/** Set the function that asks staff to confirm their identity. Return a function that removes it. */
export function onStepUp(next: Ask): () => void {
  ask = next;
  return () => {
    if (ask === next) ask = null;
  };
}

/**
 * Ask the staff member to confirm their identity. Concurrent requests share one question. Return false if no
 * function is set.
 */
export function requestStepUp(): Promise<boolean> {
  pending ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    pending = null;
  });
  return pending;
}
