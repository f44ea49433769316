import { type FunctionComponent, lazy, type ReactNode } from 'react';
import { importOrReload } from './reload-on-missing-chunk.ts';

type PropsOf<C> = C extends (props: infer Props) => ReactNode ? Props : never;

/**
 * Create a component whose file loads on first render, or earlier with `preload`. If a preload fails, the render tries
 * again.
 */
export function lazyComponent<M, K extends keyof M>(load: () => Promise<M>, name: K) {
  const component = lazy(async () => ({
    default: (await importOrReload(load))[name] as FunctionComponent<PropsOf<M[K]>>,
  }));
  return Object.assign(component, { preload: () => void load().catch(() => undefined) });
}
