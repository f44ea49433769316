import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { readErrorText } from '../../lib/errors.ts';
import { announce } from '../../ui/live-region.tsx';

/** What the page itself says of an answer that it cannot go on with. */
export class ActionError extends Error {}

type StaffActionOptions<V, R> = {
  call: (input: V) => Promise<R>;
  /** What is said of it once it is done; spoken. */
  successText: (result: R, input: V) => string;
  /** Said where the server gives no words of its own. */
  errorText: string;
  onDone?: (result: R, input: V) => void;
  onFailed?: (thrown: unknown) => void;
};

/** Something that staff do: one at a time, told when it is done, and in words when it failed. */
export function useStaffAction<V, R>({
  call,
  successText,
  errorText,
  onDone,
  onFailed,
}: StaffActionOptions<V, R>) {
  const [error, setError] = useState<string | null>(null);
  // The second press of a double click comes before the first is drawn.
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
