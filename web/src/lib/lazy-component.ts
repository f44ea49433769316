import { type FunctionComponent, lazy, type ReactNode } from 'react';
import { importOrReload } from './reload-on-missing-chunk.ts';

type PropsOf<C> = C extends (props: infer Props) => ReactNode ? Props : never;

/**
 * A component of a file that is loaded when it is first shown, or by `preload` as soon as somebody is about to show it:
 * what cannot be had then is asked for again.
 */
export function lazyComponent<M, K extends keyof M>(load: () => Promise<M>, name: K) {
  const component = lazy(async () => ({
    default: (await importOrReload(load))[name] as FunctionComponent<PropsOf<M[K]>>,
  }));
  return Object.assign(component, { preload: () => void load().catch(() => undefined) });
}
