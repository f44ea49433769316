import type { SiteHealth } from '@rivalhold/shared/contract/health.ts';
import { timeWithSeconds } from '@rivalhold/shared/dates.ts';
import { HEALTH_ISSUE_TEXTS, HEALTH_STATE_TEXTS, HEALTH_TEXTS } from '@rivalhold/shared/texts/health.ts';
import staff from '../../../entities/staff/staff.module.css';
import { Card } from '../../../ui/card.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import styles from './health.module.css';
import { GLYPHS, StatusMark } from './status-mark.tsx';

/** Show the site's overall state, and what to do about each issue. */
export function Summary({ health, isOld }: { health: SiteHealth; isOld: boolean }) {
  const { state, issues, at } = health;
  const Glyph = GLYPHS[state];
  const time = timeWithSeconds(new Date(at));
  return (
    <Card className={styles.summary} data-state={state}>
      <Row as="header" gap={4} className={styles.whole}>
        <Glyph size={36} aria-hidden="true" />
        <div>
          {/* Screen readers announce changes of this element. The time changes on every poll, so it is outside. */}
          <div role="status">
            <h2>{HEALTH_STATE_TEXTS[state].summary}</h2>
          </div>
          {isOld ? (
            <Text role="alert" size={1} tone="danger">
              {HEALTH_TEXTS.stale(time)}
            </Text>
          ) : (
            <p className={staff.text}>{HEALTH_TEXTS.asOf(time)}</p>
          )}
        </div>
      </Row>
      {issues.length === 0 ? (
        <p className={staff.text}>{HEALTH_TEXTS.nothing}</p>
      ) : (
        <Stack as="ul" gap={3} aria-label={HEALTH_TEXTS.issues} className={styles.issues}>
          {issues.map(({ kind, state: issueState, nodes }) => {
            const { title, todo, section } = HEALTH_ISSUE_TEXTS[kind];
            return (
              <li key={kind}>
                <StatusMark state={issueState} />
                <div>
                  <strong>{title}</strong>
                  <p className={staff.text}>
                    {HEALTH_TEXTS.todo(todo, section)}
                    {nodes.length > 0 && health.nodes.length > 1 && ` ${HEALTH_TEXTS.reportedBy(nodes)}`}
                  </p>
                </div>
              </li>
            );
          })}
        </Stack>
      )}
    </Card>
  );
}
