import type { FightRecord } from '@rivalhold/shared/contract/combat.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { REPLAY_TEXTS } from '@rivalhold/shared/texts/replay.ts';
import { ChevronLeft, ChevronRight, Link2, Pause, Play } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { buildFightModel } from '../fight-model.ts';
import { replayRecord, stateAfter } from '../fight-record.ts';
import { copyLink, fightAddress } from '../share.ts';
import { useWornGear } from '../use-worn-gear.ts';
import { Arena } from './arena.tsx';
import styles from './fight-replay.module.css';

/** Time (ms) for which an exchange is shown while the replay runs at normal speed. */
const STEP_MS = 1_600;
const SPEEDS = [1, 2, 4, 0.5] as const;
const NO_CHOICE = { isPending: false, chosen: null } as const;

type FightReplayProps = {
  record: FightRecord;
  /** The viewer's id, or 0 for a guest. If the viewer took part in the fight, they are shown on the left. */
  meId: number;
  /** The exchange that is shown first; by default the last one. */
  initialExchange?: number | undefined;
  /** True to offer links to exchanges. */
  hasLinks?: boolean;
};

/**
 * Show the fighters of a finished fight, with controls that step through its exchanges. While the focus is in the
 * replay, Space plays and pauses, the arrow keys step, and Home and End jump to the start and the end.
 */
export function FightReplay({ record, meId, initialExchange, hasLinks = false }: FightReplayProps) {
  const whole = useMemo(() => replayRecord(record), [record]);
  const count = whole.combat.exchanges;
  const [exchange, setExchange] = useState(Math.min(initialExchange ?? count, count));
  const [isRunning, setIsRunning] = useState(false);
  const [speed, setSpeed] = useState<number>(SPEEDS[0]);
  const isEnd = exchange === count;
  const fight = useMemo(
    () => buildFightModel(isEnd && !isRunning ? whole : stateAfter(whole, exchange), meId),
    [whole, exchange, isEnd, isRunning, meId],
  );
  const hasGear = !fight.isSpectator;
  const gear = {
    me: useWornGear(fight.me.player, hasGear),
    opponent: useWornGear(fight.opponent.player, hasGear),
  };
  const step = useEffectEvent(() => {
    if (exchange < count) setExchange(exchange + 1);
    else setIsRunning(false);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each exchange starts a new wait
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => step(), STEP_MS / speed);
    return () => clearTimeout(timer);
  }, [isRunning, exchange, speed]);
  const show = (next: number) => {
    setIsRunning(false);
    setExchange(Math.min(count, Math.max(0, next)));
  };
  const togglePlay = () => {
    if (!isRunning && isEnd) setExchange(0);
    setIsRunning(!isRunning);
  };
  /** The exchange to which each key leads. */
  const targets: Record<string, number | undefined> = {
    ArrowLeft: exchange - 1,
    ArrowRight: exchange + 1,
    Home: 0,
    End: count,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event;
    // Leave keys to the focused control that handles them: Space presses a button, and the other keys move
    // the slider.
    const isHandled = target instanceof (key === ' ' ? HTMLButtonElement : HTMLInputElement);
    if (isHandled || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const exchangeOfKey = targets[key];
    if (exchangeOfKey !== undefined) show(exchangeOfKey);
    else if (key === ' ') togglePlay();
    else return;
    event.preventDefault();
  };
  const line = fight.log.findLast((narrated) => narrated.exchange === exchange);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are shortcuts for the controls
    <div className={styles.replay} onKeyDown={onKeyDown}>
      <Stack gap={2}>
        <div>
          <Arena fight={fight} choice={NO_CHOICE} energy={null} gear={gear} hasPresence={false} />
        </div>
        {count > 0 && (
          <Controls
            exchange={exchange}
            count={count}
            text={line?.text ?? ''}
            isRunning={isRunning}
            speed={speed}
            onCopyLink={hasLinks ? () => void copyLink(fightAddress(record.id, exchange)) : null}
            onShow={show}
            onPlay={togglePlay}
            onSpeed={() => setSpeed(SPEEDS[(SPEEDS.indexOf(speed as 1) + 1) % SPEEDS.length] ?? 1)}
          />
        )}
      </Stack>
    </div>
  );
}

type ControlsProps = {
  exchange: number;
  count: number;
  /** The exchange in words. */
  text: string;
  isRunning: boolean;
  /** Playback speed; 1 is the normal speed. */
  speed: number;
  /** Copies a link to the exchange; null to offer no link. */
  onCopyLink: (() => void) | null;
  onShow: (exchange: number) => void;
  onPlay: () => void;
  onSpeed: () => void;
};

function Controls(props: ControlsProps) {
  const { exchange, count, text, isRunning, speed, onCopyLink, onShow, onPlay, onSpeed } = props;
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
      <Row gap={2} rowGap={1} wrap>
        <IconButton
          label={REPLAY_TEXTS.previous}
          aria-disabled={exchange === 0 || undefined}
          onClick={() => onShow(exchange - 1)}
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
          onClick={() => onShow(exchange + 1)}
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
        <Button size="small" variant="ghost" aria-label={REPLAY_TEXTS.speed(speed)} onClick={onSpeed}>
          {speed}×
        </Button>
        {onCopyLink && (
          <IconButton label={REPLAY_TEXTS.copyLink} onClick={onCopyLink}>
            <Link2 size={20} aria-hidden="true" />
          </IconButton>
        )}
      </Row>
      <Text role="status" size={1} className={styles.text}>
        {text || COMBAT_TEXTS.logEmpty}
      </Text>
      <Text size={1} tone="quiet" className={styles.keys}>
        {REPLAY_TEXTS.keys}
      </Text>
    </Stack>
  );
}
