import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useEffect } from 'react';

/** Names the page in the tab: 'Ysolde · Rivalhold'. */
export function setTitle(title: string | undefined): void {
  document.title = title ? `${title} · ${SHELL_TEXTS.product}` : SHELL_TEXTS.product;
}

/** For pages whose title is known only once their content is there; undefined leaves the route's own. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) setTitle(title);
  }, [title]);
}
