import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent } from 'react';
import { isPlainClick } from '../lib/clicks.ts';

type PathLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** A path on this site that the server has sent. */
  path: string;
};

/** Show a link to a path that is not checked against the router's types. */
export function PathLink({ path, onClick, ...rest }: PathLinkProps) {
  const { history } = useRouter();
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!isPlainClick(event)) return;
    event.preventDefault();
    history.push(path);
  };
  return <a {...rest} href={path} onClick={go} />;
}
