import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useEffect } from 'react';

/** Append the site's name to a title: 'Ysolde · Rivalhold'. */
export const documentTitle = (title: string | undefined): string =>
  title ? `${title} · ${SHELL_TEXTS.product}` : SHELL_TEXTS.product;

/** Set the document's title. */
export function setTitle(title: string | undefined): void {
  document.title = documentTitle(title);
}

/** Set a title that is known only after the content has loaded. If it is undefined, the route's title stays. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) setTitle(title);
  }, [title]);
}
