import type { FightRecord } from '@rivalhold/shared/contract/combat.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { REPLAY_TEXTS } from '@rivalhold/shared/texts/replay.ts';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useMemo, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { buildFightModel } from '../fight-model.ts';
import { replayRecord, stateAfter } from '../fight-record.ts';
import { useWornGear } from '../use-worn-gear.ts';
import { Arena } from './arena.tsx';
import styles from './fight-replay.module.css';

/** Time (ms) for which an exchange is shown while the replay runs. */
const STEP_MS = 1_600;
const NO_CHOICE = { isPending: false, chosen: null } as const;

type FightReplayProps = {
  record: FightRecord;
  /** The fighter who is shown on the left. */
  meId: number;
};

/**
 * Show the fighters of a finished fight, with controls that step through its exchanges. The replay opens at
 * the end of the fight.
 */
export function FightReplay({ record, meId }: FightReplayProps) {
  const whole = useMemo(() => replayRecord(record), [record]);
  const count = whole.combat.exchanges;
  const [exchange, setExchange] = useState(count);
  const [isRunning, setIsRunning] = useState(false);
  const isEnd = exchange === count;
  const fight = useMemo(
    () => buildFightModel(isEnd && !isRunning ? whole : stateAfter(whole, exchange), meId),
    [whole, exchange, isEnd, isRunning, meId],
  );
  const gear = { me: useWornGear(fight.me.player), opponent: useWornGear(fight.opponent.player) };
  const step = useEffectEvent(() => {
    if (exchange < count) setExchange(exchange + 1);
    else setIsRunning(false);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each exchange starts a new wait
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => step(), STEP_MS);
    return () => clearTimeout(timer);
  }, [isRunning, exchange]);
  const show = (next: number) => {
    setIsRunning(false);
    setExchange(next);
  };
  const togglePlay = () => {
    if (!isRunning && isEnd) setExchange(0);
    setIsRunning(!isRunning);
  };
  const line = fight.log.findLast((narrated) => narrated.exchange === exchange);
  return (
    <Stack gap={2} className={styles.replay}>
      <div>
        <Arena fight={fight} choice={NO_CHOICE} energy={null} gear={gear} isOffline={false} />
      </div>
      {count > 0 && (
        <Controls
          exchange={exchange}
          count={count}
          text={line?.text ?? ''}
          isRunning={isRunning}
          onShow={show}
          onPlay={togglePlay}
        />
      )}
    </Stack>
  );
}

type ControlsProps = {
  exchange: number;
  count: number;
  /** The exchange in words. */
  text: string;
  isRunning: boolean;
  onShow: (exchange: number) => void;
  onPlay: () => void;
};

function Controls({ exchange, count, text, isRunning, onShow, onPlay }: ControlsProps) {
  const id = useId();
  return (
    <Stack
      role="group"
      aria-label={REPLAY_TEXTS.title}
      gap={1}
      paddingBlock={2}
      paddingInline={3}
      border
      radius={3}
      fill={1}
    >
      <Row gap={2}>
        <IconButton
          label={REPLAY_TEXTS.previous}
          aria-disabled={exchange === 0 || undefined}
          onClick={() => onShow(Math.max(0, exchange - 1))}
        >
          <ChevronLeft size={20} aria-hidden="true" />
        </IconButton>
        <IconButton
          variant="secondary"
          label={isRunning ? REPLAY_TEXTS.pause : REPLAY_TEXTS.play}
          onClick={onPlay}
        >
          {isRunning ? <Pause size={20} aria-hidden="true" /> : <Play size={20} aria-hidden="true" />}
        </IconButton>
        <IconButton
          label={REPLAY_TEXTS.next}
          aria-disabled={exchange === count || undefined}
          onClick={() => onShow(Math.min(count, exchange + 1))}
        >
          <ChevronRight size={20} aria-hidden="true" />
        </IconButton>
        <VisuallyHidden>
          <label htmlFor={id}>{REPLAY_TEXTS.slider}</label>
        </VisuallyHidden>
        <input
          id={id}
          type="range"
          min={0}
          max={count}
          value={exchange}
          aria-valuetext={REPLAY_TEXTS.position(exchange, count)}
          className={styles.slider}
          onChange={(event) => onShow(Number(event.target.value))}
        />
        <Text as="span" size={1} tone="quiet" tabular fixed aria-hidden="true">
          {exchange}/{count}
        </Text>
      </Row>
      <Text role="status" size={1} className={styles.text}>
        {text || COMBAT_TEXTS.logEmpty}
      </Text>
    </Stack>
  );
}
