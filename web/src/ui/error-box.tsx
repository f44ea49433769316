import type { ReactNode } from 'react';
import { Row } from './layout.tsx';

type ErrorBoxProps = { children: ReactNode; action: ReactNode; role?: 'alert' };

/** Show an error, with an action, above content that stays visible. */
export function ErrorBox({ children, action, role }: ErrorBoxProps) {
  return (
    <Row
      wrap
      gap={4}
      rowGap={2}
      justify="between"
      paddingBlock={3}
      paddingInline={5}
      fill="danger"
      border="danger"
      radius={3}
      role={role}
    >
      {children}
      {action}
    </Row>
  );
}
