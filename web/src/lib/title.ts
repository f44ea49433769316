import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useEffect } from 'react';

/** A title with the name of the site: 'Ysolde · Rivalhold'. */
export const documentTitle = (title: string | undefined): string =>
  title ? `${title} · ${SHELL_TEXTS.product}` : SHELL_TEXTS.product;

/** Names the page in the tab. */
export function setTitle(title: string | undefined): void {
  document.title = documentTitle(title);
}

/** For pages whose title is known only once their content is there; undefined leaves the route's own. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) setTitle(title);
  }, [title]);
}
