import { type FunctionComponent, type LazyExoticComponent, lazy, type ReactNode } from 'react';
import { needed } from './come-back.ts';

type PropsOf<C> = C extends (props: infer Props) => ReactNode ? Props : never;

/** A component of a file that is loaded when it is first shown. */
export function lazily<M, K extends keyof M>(
  load: () => Promise<M>,
  name: K,
): LazyExoticComponent<FunctionComponent<PropsOf<M[K]>>> {
  return lazy(async () => ({ default: (await needed(load))[name] as FunctionComponent<PropsOf<M[K]>> }));
}
