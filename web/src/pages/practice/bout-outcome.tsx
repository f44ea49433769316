import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { PRACTICE_TEXTS as TEXTS } from '@rivalhold/shared/texts/practice.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { focusMain } from '../../ui/focus-main.ts';
import { Icon } from '../../ui/icon.tsx';
import { Row, Stack, Surface } from '../../ui/layout.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Text } from '../../ui/text.tsx';
import styles from './bout-outcome.module.css';

type BoutOutcomeProps = {
  won: boolean;
  /** Name of the partner. */
  name: string;
  title?: string | undefined;
  /** A sentence about the end of the fight. */
  text: string | null;
  /** Starts the fight again. Null if `action` contains all next steps. */
  onAgain: (() => void) | null;
  /** The recommended next step. By default, it is to fight again. */
  action?: ReactNode;
  children?: ReactNode;
};

/** Show how a practice fight ended, and the next steps. */
export function BoutOutcome({ won, name, title, text, onAgain, action, children }: BoutOutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  // The pressed button is removed with the outcome, so move the focus. The fight is at the top of the page, so scroll
  // up.
  const again = () => {
    onAgain?.();
    scrollTo(0, 0);
    focusMain();
    announce(TEXTS.fightWith(name));
  };
  return (
    <Surface
      as="section"
      fill={won ? 'gold' : 'danger'}
      border={won ? 'strong' : 'danger'}
      radius={3}
      padding={5}
      gap={4}
      textAlign="center"
      className={styles.outcome}
    >
      <Stack gap={2} className={styles.text}>
        <Row
          as="h2"
          ref={heading}
          tabIndex={-1}
          gap={3}
          rowGap={1}
          wrap
          justify="center"
          size={4}
          tone={won ? 'gold' : 'danger'}
        >
          <Icon name={won ? 'laurel-crown' : 'death-skull'} size="2rem" />
          {title ?? (won ? COMBAT_TEXTS.victory : COMBAT_TEXTS.defeat)}
        </Row>
        {/*
         * Announce the outcome without the heading. Screen readers already read the heading when it gets the
         * focus.
         */}
        <p role="alert">{text}</p>
        {children}
        <Text size={1} tone="quiet">
          {TEXTS.unverified}
        </Text>
      </Stack>
      <Row gap={3} wrap justify="center" className={styles.actions}>
        {action}
        {onAgain && (
          <>
            <Button variant={action ? 'secondary' : 'primary'} onClick={again}>
              {TEXTS.restart}
            </Button>
            <ButtonLink to="/practice" search={{}}>
              {TEXTS.leave}
            </ButtonLink>
          </>
        )}
      </Row>
    </Surface>
  );
}
