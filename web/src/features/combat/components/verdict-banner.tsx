import type { FightRecord } from '@rivalhold/shared/contract/combat.ts';
import type { CheckedValue, Check as CheckResult, Verdict } from '@rivalhold/shared/fights/verify.ts';
import { VERIFY_TEXTS } from '@rivalhold/shared/texts/verify-fight.ts';
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
import { proofOf } from '../fight-record.ts';
import { moveName } from '../spoken.ts';
import styles from './verdict-banner.module.css';

/** Labels of the two values that a check compares; by default, `VERIFY_TEXTS.recorded` and `VERIFY_TEXTS.computed`. */
const LABELS: { [id in CheckResult['id']]?: readonly [string, string] } = {
  witness: [VERIFY_TEXTS.recorded, VERIFY_TEXTS.received],
  nonce: [VERIFY_TEXTS.recorded, VERIFY_TEXTS.sent],
  absentNonce: [VERIFY_TEXTS.recorded, VERIFY_TEXTS.expected],
  replay: [VERIFY_TEXTS.recorded, VERIFY_TEXTS.replayed],
  moves: [VERIFY_TEXTS.recorded, VERIFY_TEXTS.sent],
  seenInputs: [VERIFY_TEXTS.received, VERIFY_TEXTS.computed],
};

function textOf(value: CheckedValue): string {
  if (typeof value === 'string') return value || VERIFY_TEXTS.nothing;
  return value ? moveName(value) : VERIFY_TEXTS.chosenByStyle;
}

/** Show the two values that a failed check compared. */
function Difference({ check }: { check: CheckResult }) {
  const [recorded, computed] = LABELS[check.id] ?? [VERIFY_TEXTS.recorded, VERIFY_TEXTS.computed];
  return (
    <Facts size={1} tone="text" weight="regular" tabular rowGap={0} paddingTop={1}>
      <Fact name={recorded}>{textOf(check.recorded)}</Fact>
      <Fact name={computed}>{textOf(check.computed)}</Fact>
    </Facts>
  );
}

/**
 * Show whether the fight was fair, with the result of each check. If all checks passed, but a player's browser added no
 * random number, show who cannot be sure that the random draws were fair. If a check failed, show no such warning,
 * because the record might also be wrong about the random numbers.
 */
export function VerdictBanner({ record, verdict }: { record: FightRecord; verdict: Verdict }) {
  const { passed, checks, replaced } = verdict;
  const { proof, doubter } = proofOf(record);
  const me = useSession();
  const warning =
    proof === 'none'
      ? VERIFY_TEXTS.noNonce
      : doubter &&
        (doubter.id === me?.id
          ? VERIFY_TEXTS.ownNonceMissing
          : VERIFY_TEXTS.oneNonceMissing(doubter.username));
  const id = useId();
  const sides = [
    { fighter: record.attacker, hp: record.attackerHP, face: record.attackerAvatarUrl },
    { fighter: record.defender, hp: record.defenderHP, face: record.defenderAvatarUrl },
  ];
  return (
    <section
      aria-labelledby={id}
      className={clsx(
        styles.banner,
        !passed ? styles.failed : proof === 'full' ? styles.passed : styles.unproven,
      )}
    >
      <Stack gap={2}>
        <h2 id={id} className={styles.title}>
          <Icon name={passed ? 'checked-shield' : 'broken-shield'} size="2.25rem" />
          {passed ? VERIFY_TEXTS.passed[proof] : VERIFY_TEXTS.failed}
        </h2>
        <p>{passed ? VERIFY_TEXTS.passedText : VERIFY_TEXTS.failedText}</p>
        {passed &&
          replaced.map((sent) => (
            <p key={sent.exchange}>{VERIFY_TEXTS.becameStrike(moveName(sent), sent.exchange)}</p>
          ))}
        {passed && warning && (
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
                {me ? <PlayerLink player={fighter}>{fighter.username}</PlayerLink> : fighter.username}
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
              {VERIFY_TEXTS[check.passed ? 'checks' : 'failedChecks'][check.id]}
              {!check.passed && <Difference check={check} />}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
