import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { faultOf } from '../../lib/errors.ts';
import { announce } from '../../ui/live-region.tsx';

/** What the page itself says of an answer that it cannot go on with. */
export class Refusal extends Error {}

type DeedOptions<V, R> = {
  call: (what: V) => Promise<R>;
  /** What is said of it once it is done; spoken. */
  done: (answer: R, what: V) => string;
  /** Said where the server gives no words of its own. */
  failed: string;
  onDone?: (answer: R, what: V) => void;
  onFailed?: (thrown: unknown) => void;
};

/** Something that staff do: one at a time, told when it is done, and in words when it failed. */
export function useDeed<V, R>({ call, done, failed, onDone, onFailed }: DeedOptions<V, R>) {
  const [fault, setFault] = useState<string | null>(null);
  // The second press of a double click comes before the first is drawn.
  const running = useRef(false);
  const mutation = useMutation({
    mutationFn: call,
    onMutate: () => setFault(null),
    onSuccess: (answer, what) => {
      announce(done(answer, what));
      onDone?.(answer, what);
    },
    onError: async (thrown) => {
      onFailed?.(thrown);
      setFault(thrown instanceof Refusal ? thrown.message : await faultOf(thrown, failed));
    },
    onSettled: () => {
      running.current = false;
    },
  });
  return {
    run: (what: V) => {
      if (running.current) return;
      running.current = true;
      mutation.mutate(what);
    },
    busy: mutation.isPending,
    fault,
    setFault,
  };
}
