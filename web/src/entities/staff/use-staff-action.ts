import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { readErrorText } from '../../lib/errors.ts';
import { announce } from '../../ui/live-region.tsx';

/** An error whose message is shown as it is. */
export class ActionError extends Error {}

type StaffActionOptions<V, R> = {
  call: (input: V) => Promise<R>;
  /** Success message, announced to screen readers. */
  successText: (result: R, input: V) => string;
  /** Error message if the server sends none. */
  errorText: string;
  onDone?: (result: R, input: V) => void;
  onFailed?: (thrown: unknown) => void;
};

/**
 * Return a staff action that ignores calls while it is running. It announces success and provides the error to show.
 */
export function useStaffAction<V, R>({
  call,
  successText,
  errorText,
  onDone,
  onFailed,
}: StaffActionOptions<V, R>) {
  const [error, setError] = useState<string | null>(null);
  // Use a ref, because the second click of a double click can come before the next render updates the state.
  const running = useRef(false);
  const mutation = useMutation({
    mutationFn: call,
    onMutate: () => setError(null),
    onSuccess: (result, input) => {
      announce(successText(result, input));
      onDone?.(result, input);
    },
    onError: async (thrown) => {
      onFailed?.(thrown);
      setError(thrown instanceof ActionError ? thrown.message : await readErrorText(thrown, errorText));
    },
    onSettled: () => {
      running.current = false;
    },
  });
  return {
    run: (input: V) => {
      if (running.current) return;
      running.current = true;
      mutation.mutate(input);
    },
    busy: mutation.isPending,
    error,
    setError,
  };
}
