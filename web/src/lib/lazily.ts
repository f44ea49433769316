import { type FunctionComponent, lazy, type ReactNode } from 'react';
import { needed } from './come-back.ts';

type PropsOf<C> = C extends (props: infer Props) => ReactNode ? Props : never;

/**
 * A component of a file that is loaded when it is first shown, or by `prepare` as soon as somebody is about to show it:
 * what cannot be had then is asked for again.
 */
export function lazily<M, K extends keyof M>(load: () => Promise<M>, name: K) {
  const component = lazy(async () => ({
    default: (await needed(load))[name] as FunctionComponent<PropsOf<M[K]>>,
  }));
  return Object.assign(component, { prepare: () => void load().catch(() => undefined) });
}
