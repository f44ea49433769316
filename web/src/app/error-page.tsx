import { PAGE_TITLES } from '@rivalhold/shared/texts/page-titles.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Row } from '../ui/layout.tsx';
import styles from './plain-page.module.css';

/**
 * Show an error message instead of a page that threw an error. If the page's code is missing after an update of the
 * site, `importPage` reloads the page to fetch the new code, before this message appears.
 */
export function ErrorPage({ reset }: ErrorComponentProps) {
  const router = useRouter();
  const { onLine: online } = navigator;
  const retry = async () => {
    await router.invalidate();
    reset();
  };
  return (
    <div className={styles.page} role="alert">
      <Icon name="broken-shield" size="4.5rem" />
      <h1>{online ? SHELL_TEXTS.broken : SHELL_TEXTS.unreachable}</h1>
      <p className={styles.text}>{online ? SHELL_TEXTS.brokenText : SHELL_TEXTS.unreachableText}</p>
      <Row gap={3} justify="center" wrap>
        <Button variant="primary" onClick={() => void retry()}>
          {SHELL_TEXTS.retry}
        </Button>
        <ButtonLink to="/support">{PAGE_TITLES.support}</ButtonLink>
      </Row>
    </div>
  );
}
