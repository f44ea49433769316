import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { PRACTICE_TEXTS as TEXTS } from '@rivalhold/shared/texts/practice.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { Text } from '../../ui/text.tsx';

type BoutOutcomeProps = {
  won: boolean;
  /** Name of the partner. */
  name: string;
  title?: string | undefined;
  text?: string | undefined;
  onAgain: () => void;
  /** The best next step; otherwise to fight again. */
  action?: ReactNode;
  children?: ReactNode;
};

/** Show how a practice fight ended, and the next steps. */
export function BoutOutcome({ won, name, title, text, onAgain, action, children }: BoutOutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Stack as="section" gap={4}>
      <Stack gap={2} role="alert">
        <Text as="h2" size={4} ref={heading} tabIndex={-1}>
          {title ?? (won ? COMBAT_TEXTS.victory : COMBAT_TEXTS.defeat)}
        </Text>
        <Text>{text ?? (won ? COMBAT_TEXTS.victoryOver(name) : COMBAT_TEXTS.defeatBy(name))}</Text>
        {children}
      </Stack>
      <Row gap={3} wrap>
        {action}
        <Button variant={action ? 'secondary' : 'primary'} onClick={onAgain}>
          {TEXTS.restart}
        </Button>
        <ButtonLink to="/practice" search={{}}>
          {TEXTS.leave}
        </ButtonLink>
      </Row>
    </Stack>
  );
}
