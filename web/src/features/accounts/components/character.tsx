import { newcomerPortrait } from '@rivalhold/shared/portraits/newcomer.ts';
import { SIGN_UP_TEXTS as TEXTS } from '@rivalhold/shared/texts/sign-up.ts';
import { Dices } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { Scene } from '../../../entities/arena/scene.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { newPortraitSeed } from '../portrait-seed.ts';
import styles from './character.module.css';

const CHOICES = 4;

function Portrait({ seed, className }: { seed: string; className?: string | undefined }) {
  const url = useMemo(() => `data:image/svg+xml,${encodeURIComponent(newcomerPortrait(seed))}`, [seed]);
  return <img src={url} alt="" width={128} height={128} className={className} />;
}

const otherSeeds = (count: number) => Array.from({ length: count }, newPortraitSeed);

type CharacterProps = {
  name: string;
  /** Seed of the chosen portrait. */
  portrait: string;
  onChoose: (portrait: string) => void;
};

/** Show a new player's character in the arena, with portraits to choose from. */
export function Character({ name, portrait, onChoose }: CharacterProps) {
  const group = useId();
  const [seeds, setSeeds] = useState(() => [portrait, ...otherSeeds(CHOICES - 1)]);
  const shuffle = () => {
    const next = otherSeeds(CHOICES);
    setSeeds(next);
    onChoose(next[0]!);
    announce(TEXTS.shuffled);
  };
  return (
    <div className={styles.character}>
      <div className={styles.arena} aria-hidden="true">
        <Scene />
        <Portrait key={portrait} seed={portrait} className={styles.face} />
        <span className={styles.plate}>{name.trim() || TEXTS.noName}</span>
      </div>
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>{TEXTS.portraits}</legend>
        {seeds.map((seed, index) => (
          <label key={seed} className={styles.choice}>
            <input
              type="radio"
              name={group}
              aria-label={TEXTS.portrait(index + 1)}
              checked={seed === portrait}
              onChange={() => onChoose(seed)}
            />
            <Portrait seed={seed} />
          </label>
        ))}
        <IconButton label={TEXTS.shuffle} variant="secondary" onClick={shuffle}>
          <Dices size={22} aria-hidden="true" />
        </IconButton>
      </fieldset>
    </div>
  );
}
