import type { SiteHealth } from '@rivalhold/shared/contract/health.ts';
import { HEALTH_STATE_TEXTS, HEALTH_TEXTS, HEALTH_TROUBLES } from '@rivalhold/shared/texts/health.ts';
import { clsx } from 'clsx';
import desk from '../../../entities/staff/desk.module.css';
import { Card } from '../../../ui/card.tsx';
import styles from './health.module.css';
import { GLYPHS, Mark } from './mark.tsx';

const clock = new Intl.DateTimeFormat('en', { timeStyle: 'medium' });

/** How the whole site is, and for all that is not well what to do. */
export function Summary({ health, isOld }: { health: SiteHealth; isOld: boolean }) {
  const { state, troubles, at } = health;
  const Glyph = GLYPHS[state];
  const time = clock.format(new Date(at));
  return (
    <Card className={clsx(styles.summary, styles[state])}>
      <header className={styles.whole}>
        <Glyph size={36} aria-hidden="true" />
        <div>
          {/* Said when it changes, not each time it is renewed. */}
          <div role="status">
            <h2>{HEALTH_STATE_TEXTS[state].whole}</h2>
          </div>
          {isOld ? (
            <p role="alert" className={desk.fault}>
              {HEALTH_TEXTS.old(time)}
            </p>
          ) : (
            <p className={desk.text}>{HEALTH_TEXTS.asOf(time)}</p>
          )}
        </div>
      </header>
      {troubles.length === 0 ? (
        <p className={desk.text}>{HEALTH_TEXTS.nothing}</p>
      ) : (
        <ul aria-label={HEALTH_TEXTS.troubles} className={styles.troubles}>
          {troubles.map(({ cause, state: how, nodes }) => {
            const { title, todo, section } = HEALTH_TROUBLES[cause];
            return (
              <li key={cause}>
                <Mark state={how} />
                <div>
                  <strong>{title}</strong>
                  <p className={desk.text}>
                    {HEALTH_TEXTS.todo(todo, section)}
                    {nodes.length > 0 &&
                      health.nodes.length > 1 &&
                      ` ${HEALTH_TEXTS.seenBy(nodes.join(', '))}`}
                  </p>
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
