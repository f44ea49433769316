import type { FightRecord, Verdict } from '@rivalhold/shared/fights/verify.ts';
import { VERIFY_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { clsx } from 'clsx';
import { Check, TriangleAlert, X } from 'lucide-react';
import { useId } from 'react';
import { PlayerLink } from '../../../entities/players/player-link.tsx';
import { useSession } from '../../../entities/session/api.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Grid, Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { isProvable, playersWithoutNonce } from '../fight-record.ts';
import styles from './verdict-banner.module.css';

/**
 * Show whether the fight was fair, with the result of each check. If neither player's browser added a random number,
 * show that the checks cannot prove fairness. If a player who chose the first move added none, show their name.
 */
export function VerdictBanner({ record, verdict }: { record: FightRecord; verdict: Verdict }) {
  const { passed, checks } = verdict;
  const isProven = isProvable(record);
  const [withoutNonce] = playersWithoutNonce(record);
  const warning = !isProven
    ? VERIFY_TEXTS.noNonce
    : withoutNonce !== undefined && VERIFY_TEXTS.oneNonceMissing(withoutNonce);
  const isGuest = useSession() === null;
  const id = useId();
  const sides = [
    { fighter: record.attacker, hp: record.attackerHP, face: record.attackerAvatarUrl },
    { fighter: record.defender, hp: record.defenderHP, face: record.defenderAvatarUrl },
  ];
  return (
    <section
      aria-labelledby={id}
      className={clsx(styles.banner, !passed ? styles.failed : isProven ? styles.passed : styles.unproven)}
    >
      <Stack gap={2}>
        <h2 id={id} className={styles.title}>
          <Icon name={passed ? 'checked-shield' : 'broken-shield'} size="2.25rem" />
          {!passed ? VERIFY_TEXTS.failed : isProven ? VERIFY_TEXTS.passed : VERIFY_TEXTS.passedWithoutNonce}
        </h2>
        <p>{passed ? VERIFY_TEXTS.passedText : VERIFY_TEXTS.failedText}</p>
        {warning && (
          <Grid role="note" columns={['auto', '1fr']} gap={3}>
            <Text as="span" tone="ember">
              <TriangleAlert size={20} aria-hidden="true" />
            </Text>
            <p>{warning}</p>
          </Grid>
        )}
      </Stack>
      <ul className={styles.sides}>
        {sides.map(({ fighter, hp, face }) => (
          <li key={fighter.id}>
            <Avatar name={fighter.username} url={face} size={40} />
            <span>
              <strong>
                {isGuest ? fighter.username : <PlayerLink player={fighter}>{fighter.username}</PlayerLink>}
              </strong>
              <Text as="span" size={1} tone="quiet">
                {VERIFY_TEXTS.ended(fighter.level, hp)}
              </Text>
            </span>
            {fighter.id === record.winnerId && <Icon name="laurel-crown" label={VERIFY_TEXTS.winner} />}
          </li>
        ))}
      </ul>
      <ul className={styles.checks}>
        {checks.map((check) => (
          <li key={check.id} className={check.passed ? styles.good : styles.bad}>
            {check.passed ? (
              <Check size={20} aria-label={VERIFY_TEXTS.right} />
            ) : (
              <X size={20} aria-label={VERIFY_TEXTS.wrong} />
            )}
            <span>
              {VERIFY_TEXTS.checks[check.id]}
              {!check.passed && (
                <Facts size={1} tone="text" weight="regular" tabular rowGap={0} paddingTop={1}>
                  <Fact name={VERIFY_TEXTS.expected}>{check.recorded}</Fact>
                  <Fact name={VERIFY_TEXTS.computed}>{check.computed || VERIFY_TEXTS.nothing}</Fact>
                </Facts>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
