import type { SideResult } from '@rivalhold/shared/contract/combat.ts';
import { COMBAT_TEXTS, RECAP_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { Fragment } from 'react';
import { Card } from '../../../ui/card.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import type { Exchange, FightModel } from '../fight-model.ts';
import { moveName } from '../spoken.ts';
import styles from './fight-recap.module.css';
import { MoveIcon } from './move-icon.tsx';

/** Return sentences that describe how a finished fight went. */
function recapOf(fight: FightModel): string[] {
  if (fight.isSpectator) return spectatorRecapOf(fight);
  const { exchanges, me, opponent, outcome } = fight;
  const name = opponent.player.username;
  const count = exchanges.length;
  const sentences: string[] = [];
  if (count === 0 || !outcome || outcome.won === null) return sentences;
  const { won, reason } = outcome;
  const { youGaveUp, theyGaveUp, youLeft, theyLeft } = RECAP_TEXTS;
  if (reason === 'conceded') sentences.push(won ? theyGaveUp(name, count) : youGaveUp(count));
  else if (reason === 'left') sentences.push(won ? theyLeft(name, count) : youLeft(count));
  else sentences.push(won ? RECAP_TEXTS.won(name, count, me.hp) : RECAP_TEXTS.lost(name, count, opponent.hp));
  if (reason === 'largerShare' || reason === 'chance') sentences.push(RECAP_TEXTS.cap);
  const reads = (side: Exchange['read']) => exchanges.filter(({ read }) => read === side).length;
  sentences.push(RECAP_TEXTS.reads(reads('me'), reads('opponent')));
  const hardest = (side: 'me' | 'opponent') =>
    exchanges.toSorted((a, b) => b[side].damage - a[side].damage)[0];
  const [mine, theirs] = [hardest('me'), hardest('opponent')];
  if (won && mine && mine.me.damage > 0)
    sentences.push(RECAP_TEXTS.biggest(moveName(mine.me), mine.me.damage, mine.exchange));
  if (!won && theirs && theirs.opponent.damage > 0) {
    const { opponent: blow, exchange } = theirs;
    sentences.push(RECAP_TEXTS.biggestTheirs(name, moveName(blow), blow.damage, exchange));
  }
  return sentences;
}

/** Return sentences that describe how a fight between two other players went. */
function spectatorRecapOf({ exchanges, me, opponent, outcome }: FightModel): string[] {
  const count = exchanges.length;
  if (count === 0 || !outcome || outcome.won === null) return [];
  const [winner, loser] = outcome.won ? [me, opponent] : [opponent, me];
  const name = ({ player }: FightModel['me']) => player.username;
  const { reason } = outcome;
  const sentences = [
    reason === 'conceded'
      ? RECAP_TEXTS.theyGaveUp(name(loser), count)
      : reason === 'left'
        ? RECAP_TEXTS.theyLeft(name(loser), count)
        : RECAP_TEXTS.beat(name(winner), name(loser), count, winner.hp),
  ];
  if (reason === 'largerShare' || reason === 'chance') sentences.push(RECAP_TEXTS.cap);
  const reads = (side: Exchange['read']) => exchanges.filter(({ read }) => read === side).length;
  sentences.push(RECAP_TEXTS.readsOf(name(me), reads('me'), name(opponent), reads('opponent')));
  const side = outcome.won ? 'me' : 'opponent';
  const [hardest] = exchanges.toSorted((a, b) => b[side].damage - a[side].damage);
  if (hardest && hardest[side].damage > 0) {
    const { damage } = hardest[side];
    sentences.push(
      RECAP_TEXTS.biggestTheirs(name(winner), moveName(hardest[side]), damage, hardest.exchange),
    );
  }
  return sentences;
}

function effectText({ damage, missed, healed }: SideResult): string {
  if (missed) return RECAP_TEXTS.missed;
  if (damage > 0) return RECAP_TEXTS.dealt(damage);
  return healed > 0 ? RECAP_TEXTS.regained(healed) : RECAP_TEXTS.nothing;
}

function MoveCell({ result }: { result: SideResult }) {
  return (
    <td>
      <Row as="span" gap={2} rowGap={0} wrap>
        <Row as="span" gap={2} weight="medium">
          <MoveIcon move={result.move} itemId={result.itemId} size="1.25rem" />
          {moveName(result)}
        </Row>
        <Text as="span" size={1} tone={result.critical ? 'danger' : 'quiet'}>
          {effectText(result)}
          {result.critical && ` · ${COMBAT_TEXTS.critical}`}
        </Text>
      </Row>
    </td>
  );
}

/** Show a player's name. In a narrow column, it breaks after punctuation if possible. */
function Name({ children }: { children: string }) {
  return (
    <span className={styles.name}>
      {children.split(/(?<=[._-])/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name do not change
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}

const READS = { me: RECAP_TEXTS.readWon, opponent: RECAP_TEXTS.readLost } as const;

/** Describe how a finished fight went, and show all moves in a table. */
export function FightRecap({ fight }: { fight: FightModel }) {
  const { exchanges, me, opponent, isSpectator } = fight;
  const readText = (read: Exchange['read']) => {
    if (!read) return RECAP_TEXTS.readNone;
    return isSpectator ? fight[read].player.username : READS[read];
  };
  return (
    <Card title={RECAP_TEXTS.title} aria-label={RECAP_TEXTS.title} className={styles.recap}>
      <Text paddingBottom={3}>{recapOf(fight).join(' ')}</Text>
      <table className={styles.table} aria-label={RECAP_TEXTS.table}>
        <thead>
          <tr>
            <th scope="col">
              <abbr title={RECAP_TEXTS.exchange}>#</abbr>
            </th>
            <th scope="col">
              <Name>{isSpectator ? me.player.username : RECAP_TEXTS.you}</Name>
            </th>
            <th scope="col">
              <Name>{opponent.player.username}</Name>
            </th>
            <th scope="col">{isSpectator ? RECAP_TEXTS.readBy : RECAP_TEXTS.read}</th>
          </tr>
        </thead>
        <tbody>
          {exchanges.map(({ seq, exchange, me: mine, opponent: theirs, read }) => (
            <tr key={seq} className={read && !isSpectator ? styles[read] : undefined}>
              <th scope="row">{exchange}</th>
              <MoveCell result={mine} />
              <MoveCell result={theirs} />
              <td className={styles.read}>
                <Name>{readText(read)}</Name>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
