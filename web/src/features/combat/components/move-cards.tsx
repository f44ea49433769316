import type { SideResult } from '@rivalhold/shared/contract/combat.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { clsx } from 'clsx';
import { Icon } from '../../../ui/icon.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { type Exchange, type FightModel, furyPercent, type OwnChoice } from '../fight-model.ts';
import { moveName } from '../spoken.ts';
import styles from './arena.module.css';
import { MoveIcon } from './move-icon.tsx';

type CardProps = {
  /** The move on the front of the card; null before the first exchange. */
  result: SideResult | null;
  isUp: boolean;
  isSealed: boolean;
  /** True if this move beat the other move; `lost` is true if the other move beat this one. */
  won: boolean;
  lost: boolean;
};

/** Show a card that turns over between its back and its front. */
function Card({ result, isUp, isSealed, won, lost }: CardProps) {
  return (
    <span
      className={clsx(styles.card, isUp && styles.up)}
      data-read={won ? 'won' : lost ? 'lost' : undefined}
    >
      <span className={styles.turning}>
        <span className={clsx(styles.face, isSealed && styles.sealed)}>
          <Icon name={isSealed ? 'padlock' : 'crossed-swords'} size="calc(var(--card) * 0.45)" />
        </span>
        <span className={clsx(styles.face, styles.front)}>
          {result && <MoveIcon move={result.move} itemId={result.itemId} size="calc(var(--card) * 0.5)" />}
          <span className={styles.moveName}>{result && moveName(result)}</span>
        </span>
      </span>
    </span>
  );
}

function verdictOf({ read, me, opponent }: Exchange, isSpectator: boolean): string {
  if (read && isSpectator) return read === 'me' ? COMBAT_TEXTS.readByLeft : COMBAT_TEXTS.readByRight;
  if (read) return read === 'me' ? COMBAT_TEXTS.readByYou : COMBAT_TEXTS.readByThem;
  return me.move === opponent.move ? COMBAT_TEXTS.bothChose[me.move] : COMBAT_TEXTS.noRead;
}

/** Show the number of the exchange, and both moves as cards that turn over together when they are revealed. */
export function MoveCards({ fight, choice }: { fight: FightModel; choice: OwnChoice }) {
  const { revealed, isRevealing, me, opponent, over } = fight;
  // The cards of the previous exchange stay open until a player chooses the next move.
  const isChosen = choice.isPending || me.sealed || opponent.sealed;
  const isUp = revealed !== null && (isRevealing || over || !isChosen);
  const read = isUp ? revealed.read : null;
  const shown = isUp ? revealed.exchange : fight.exchange;
  const fury = furyPercent(shown);
  return (
    <Stack
      className={styles.table}
      gap={2}
      align="center"
      textAlign="center"
      weight="bold"
      display
      aria-hidden="true"
    >
      <p className={styles.exchange}>
        {COMBAT_TEXTS.exchange(shown)}
        {fury > 0 && <span className={styles.fury}>{COMBAT_TEXTS.fury(fury)}</span>}
      </p>
      <span className={styles.cards}>
        <Card
          result={revealed?.me ?? null}
          isUp={isUp}
          isSealed={choice.isPending || me.sealed}
          won={read === 'me'}
          lost={read === 'opponent'}
        />
        <Card
          result={revealed?.opponent ?? null}
          isUp={isUp}
          isSealed={opponent.sealed}
          won={read === 'opponent'}
          lost={read === 'me'}
        />
      </span>
      <p className={clsx(styles.verdict, read === 'me' && styles.won, read === 'opponent' && styles.lost)}>
        {isUp && <span key={revealed.seq}>{verdictOf(revealed, fight.isSpectator)}</span>}
      </p>
    </Stack>
  );
}
