import type { ReactNode } from 'react';
import { Row, Stack } from './layout.tsx';
import styles from './page-header.module.css';
import { Text } from './text.tsx';

type PageHeaderProps = {
  title: string;
  /** An introduction below the title. */
  text?: ReactNode;
  /** A link or button next to the title. */
  action?: ReactNode;
  children?: ReactNode;
};

/** Show the title of a page with an introduction, followed by `children`. */
export function PageHeader({ title, text, action, children }: PageHeaderProps) {
  return (
    <Stack as="header" gap={2}>
      <Row gap={3} justify="between" wrap>
        <h1>{title}</h1>
        {action && <div className={styles.actions}>{action}</div>}
      </Row>
      {text && (
        <Text tone="quiet" className={styles.text}>
          {text}
        </Text>
      )}
      {children}
    </Stack>
  );
}
