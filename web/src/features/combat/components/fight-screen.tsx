import type { LogLine } from '@rivalhold/shared/contract/combat.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ArrowLeft, Keyboard, KeyboardOff, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { gameQuery, levelsQuery } from '../../../entities/game/api.ts';
import { useShortcuts } from '../../../lib/use-shortcuts.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { fightRecordQuery } from '../api.ts';
import type { FightState } from '../fight-state.ts';
import { buildFightView, type FightView, usableItems } from '../fight-view.ts';
import { useReloadAfter } from '../realtime.ts';
import { type Sound, useSounds } from '../sounds.ts';
import type { useFight } from '../use-fight.ts';
import { useFightActions } from '../use-fight-actions.ts';
import { Actions } from './actions.tsx';
import { Arena } from './arena.tsx';
import { BattleLog } from './battle-log.tsx';
import styles from './fight-screen.module.css';
import { Outcome } from './outcome.tsx';

function soundOf({ attacker, defender }: LogLine): Sound | null {
  if (!attacker || !defender) return null;
  if (attacker.critical || defender.critical) return 'critical';
  if (attacker.damage + defender.damage > 0) return 'hit';
  return attacker.healed + defender.healed > 0 ? 'heal' : 'miss';
}

/** Play the sound of each line since the opening, then that of the outcome. */
function useFightSounds(view: FightView, openedSeq: number, sound: (name: Sound) => void): void {
  const { beat, outcome } = view;
  useEffect(() => {
    const name = beat && beat.seq > openedSeq && soundOf(beat);
    if (name) sound(name);
  }, [beat, openedSeq, sound]);
  const won = outcome?.won ?? null;
  useEffect(() => {
    if (won !== null) sound(won ? 'victory' : 'defeat');
  }, [won, sound]);
}

type FightScreenProps = {
  meId: number;
  state: FightState;
  fight: Pick<ReturnType<typeof useFight>, 'dispatch' | 'nonce' | 'resync'>;
  onAgain: () => void;
};

/** Show a running fight and its outcome. */
export function FightScreen({ meId, state, fight, onAgain }: FightScreenProps) {
  const view = buildFightView(state, meId);
  const actions = useFightActions(view, fight, state.combat.id);
  const game = useQuery(gameQuery(meId)).data;
  const thresholds = useQuery(levelsQuery).data;
  // If the end was missed while offline, the record has the rewards.
  const missed = view.outcome !== null && state.rewards === null;
  const record = useQuery({ ...fightRecordQuery(state.combat.id), enabled: missed }).data;
  const items = usableItems(game?.inventory ?? []);
  const balanceElement = useRef<HTMLParagraphElement>(null);
  const sounds = useSounds();
  useFightSounds(view, state.openedSeq, sounds.sound);
  useReloadAfter(state.combat, meId);

  // Keep the stats from before the end for the growing XP bar; the end updates them.
  const before = useRef(game?.stats ?? null);
  useEffect(() => {
    if (!view.over && game) before.current = game.stats;
  }, [view.over, game]);

  const shortcuts = useShortcuts('rivalhold:fight-keys', {
    a: () => actions.play('strike'),
    s: () => actions.play('guard'),
    d: () => actions.play('feint'),
    f: () => actions.play('heavy'),
    h: actions.heal,
    ...Object.fromEntries(items.slice(0, 9).map((item, index) => [`${index + 1}`, () => actions.use(item)])),
  });

  const { opponentPresent, opponent } = view;
  const arrival = COMBAT_TEXTS.joined(opponent.player.username);
  useEffect(() => {
    if (opponentPresent) announce(arrival);
  }, [opponentPresent, arrival]);

  const coins = view.outcome ? game?.stats.coins : (before.current?.coins ?? game?.stats.coins);
  return (
    <div className={clsx(styles.screen, view.outcome && styles.ended)}>
      <header className={styles.top}>
        <ButtonLink
          to="/profiles/$userId"
          params={{ userId: String(opponent.player.id) }}
          variant="ghost"
          size="small"
          aria-label={COMBAT_TEXTS.back}
        >
          <ArrowLeft size={20} aria-hidden="true" />
        </ButtonLink>
        <h1 className={styles.title}>{COMBAT_TEXTS.title}</h1>
        <div className={styles.tools}>
          <p ref={balanceElement} className={styles.balance} title={COMBAT_TEXTS.balance}>
            <Icon name="two-coins" label={COMBAT_TEXTS.balance} size="1.4rem" />
            <span className="tabular">{coins ?? '–'}</span>
          </p>
          <IconButton label={COMBAT_TEXTS.sounds} aria-pressed={sounds.on} onClick={sounds.toggle}>
            {sounds.on ? <Volume2 size={20} aria-hidden="true" /> : <VolumeX size={20} aria-hidden="true" />}
          </IconButton>
          <IconButton
            className={styles.keyboard}
            label={COMBAT_TEXTS.keys}
            aria-pressed={shortcuts.on}
            onClick={shortcuts.toggle}
          >
            {shortcuts.on ? (
              <Keyboard size={20} aria-hidden="true" />
            ) : (
              <KeyboardOff size={20} aria-hidden="true" />
            )}
          </IconButton>
        </div>
      </header>
      <Arena view={view} />
      <div className={styles.below}>
        <BattleLog lines={view.log} />
        {view.outcome ? (
          <Outcome
            view={view}
            combatId={state.combat.id}
            rewards={state.rewards ?? record?.rewards ?? null}
            before={before.current}
            thresholds={thresholds}
            balanceElement={balanceElement}
            onAgain={onAgain}
          />
        ) : (
          <Actions view={view} actions={actions} items={game && items} keys={shortcuts.on} />
        )}
      </div>
    </div>
  );
}
