import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { announce } from '../../ui/live-region.tsx';
import { faultOf } from '../feed/fault.ts';

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
  const mutation = useMutation({
    mutationFn: call,
    onMutate: () => setFault(null),
    onSuccess: (answer, what) => {
      announce(done(answer, what));
      onDone?.(answer, what);
    },
    onError: async (thrown) => {
      onFailed?.(thrown);
      setFault(await faultOf(thrown, failed));
    },
  });
  return {
    run: (what: V) => {
      if (!mutation.isPending) mutation.mutate(what);
    },
    busy: mutation.isPending,
    fault,
    setFault,
  };
}
