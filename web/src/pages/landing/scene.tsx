import { clsx } from 'clsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './scene.module.css';

const STARS = [
  [90, 70, 1.4],
  [210, 150, 1],
  [330, 48, 1.2],
  [420, 210, 0.9],
  [520, 96, 1.5],
  [610, 30, 1],
  [690, 170, 1.1],
  [40, 210, 1],
  [150, 262, 0.8],
  [268, 96, 0.9],
  [470, 150, 1],
  [575, 250, 0.8],
  [745, 84, 1],
  [900, 96, 1.3],
  [950, 30, 0.9],
  [1010, 52, 1],
  [1090, 190, 1.4],
  [1160, 92, 1],
] as const;
const WINDOWS = [
  [722, 300],
  [722, 352],
  [806, 214],
  [838, 214],
  [822, 262],
  [794, 330],
  [850, 330],
  [932, 318],
  [932, 366],
  [1002, 398],
] as const;
const SPARKS = [812, 828, 800, 838, 820, 846, 806, 832] as const;

/** Show the scene: a fortress, lit by its forge, and two rivals on its bridge. Decorative. */
export function Scene() {
  return (
    <div className={styles.scene} aria-hidden="true">
      <svg className={styles.view} viewBox="0 0 1200 640" focusable="false" role="presentation">
        <defs>
          <radialGradient id="forge">
            <stop offset="0" className={styles.glowCore} />
            <stop offset="0.35" className={styles.glowMid} />
            <stop offset="1" className={styles.glowEnd} />
          </radialGradient>
        </defs>
        <g className={styles.stars}>
          {STARS.map(([x, y, r]) => (
            <circle key={x} cx={x} cy={y} r={r} />
          ))}
        </g>
        <circle className={styles.halo} cx="985" cy="228" r="92" />
        <circle className={styles.moon} cx="985" cy="228" r="60" />
        <path
          className={styles.far}
          d="M-1800 470l400-60 300 40 500-100 300 60 360-80l90 60 150-130 130 110 110-70 150 110 170-150 130 110 120-80 170 140 170-90 400 160 400-120 700 80v300H-1800z"
        />
        <path
          className={styles.mid}
          d="M-1800 540l700-40 400 30 740-90l140 50 180-90 150 80 120-30 150 50 320-30 120-60 180 70 500 60 1400-20v200H-1800z"
        />
        <circle className={styles.glow} cx="822" cy="430" r="330" fill="url(#forge)" />
        <g className={styles.castle}>
          <path d="M598 640c20-90 62-150 80-190h300c26 50 72 110 90 190z" />
          <path d="M690 460V280h-8v-26h16v12h14v-12h20v12h14v-12h16v26h-8v180z" />
          <path d="M772 460V196h-10v-30h20v14h18v-14h24v14h20v-14h20v30h-10v264z" />
          <path d="M898 460V296h-8v-26h16v12h16v-12h22v12h16v-12h14v26h-8v164z" />
          <path d="M972 470v-92h-6v-22h14v10h14v-10h18v10h12v-10h12v22h-6v92z" />
          <path d="M706 470v-76h-8v-20h18v8h20v-8h22v8h20v-8h22v8h22v-8h22v8h20v-8h22v8h20v-8h18v20h-8v76z" />
          <path className={styles.flag} d="M820 168v-54h3v4c16-6 26 8 42 2v24c-16 6-26-8-42-2v26z" />
        </g>
        <path className={styles.gate} d="M786 512v-62a36 36 0 0 1 72 0v62z" />
        <path className={styles.fire} d="M796 512v-54a26 26 0 0 1 52 0v54z" />
        <g className={styles.windows}>
          {WINDOWS.map(([x, y], index) => (
            <rect
              key={`${x}-${y}`}
              x={x - 4}
              y={y}
              width="8"
              height="15"
              rx="4"
              className={index % 3 === 0 ? styles.flicker : undefined}
            />
          ))}
        </g>
        <g className={styles.sparks}>
          {SPARKS.map((x, index) => (
            <circle
              key={x}
              cx={x}
              cy="470"
              r={index % 2 ? 1.8 : 2.6}
              style={{ animationDelay: `${index * -0.9}s`, animationDuration: `${5 + (index % 3)}s` }}
            />
          ))}
        </g>
        <g className={styles.bridge}>
          <path d="M-1800 640v-80l1400-16c300-8 700-22 1140-36h170c60 10 120 30 160 60l2000 20v52z" />
        </g>
        <ellipse className={styles.pool} cx="822" cy="514" rx="150" ry="9" />
        <path className={styles.rim} d="M-1800 560l1400-16c300-8 700-22 1140-36h170c60 10 120 30 160 60" />
      </svg>
      <span className={clsx(styles.fighter, styles.left)}>
        <Icon name="swordman" size="100%" />
      </span>
      <span className={clsx(styles.fighter, styles.right)}>
        <Icon name="swordwoman" size="100%" />
      </span>
      <div className={styles.fog} />
    </div>
  );
}
