import { clsx } from 'clsx';
import { type CSSProperties, memo } from 'react';
import styles from './scene.module.css';

const STARS = [
  [70, 60],
  [150, 128],
  [228, 40],
  [316, 96],
  [402, 30],
  [470, 132],
  [548, 58],
  [640, 24],
  [716, 104],
  [868, 40],
  [930, 138],
  [1004, 66],
  [1082, 30],
  [1138, 112],
] as const;
const WINDOWS = [
  [452, 214],
  [468, 214],
  [452, 244],
  [594, 176],
  [610, 176],
  [594, 206],
  [610, 206],
  [738, 214],
  [754, 214],
  [754, 244],
  [530, 262],
  [676, 262],
] as const;

/** Position (percent), duration and delay (s) of each ember. */
const EMBERS = [
  [6, 6, 0],
  [13, 6, -1.1],
  [24, 8, -3.4],
  [41, 7, -2.2],
  [58, 9, -4.6],
  [74, 7, -0.6],
  [87, 6, -5.2],
  [94, 8, -3],
] as const;

function Brazier({ className }: { className: string | undefined }) {
  return (
    <span className={clsx(styles.brazier, className)}>
      <span className={styles.light} />
      <span className={styles.flame} />
      <span className={clsx(styles.flame, styles.core)} />
      <svg aria-hidden="true" viewBox="0 0 80 110" className={styles.iron}>
        <path d="M6 4h68c-3 26-16 36-34 36S9 30 6 4zM36 40h8l4 54h10v10H22V94h10z" />
        <path className={styles.rim} d="M6 4h68l-1 7H7z" />
      </svg>
    </span>
  );
}

/** Draw the decorative background: a castle yard at night with moon, towers and fires around a stone ring. */
export const Scene = memo(function Scene() {
  return (
    <div className={styles.scene} aria-hidden="true">
      <svg
        aria-hidden="true"
        viewBox="0 0 1200 520"
        preserveAspectRatio="xMidYMid slice"
        className={styles.picture}
      >
        <g className={styles.stars}>
          {STARS.map(([x, y]) => (
            <circle key={x} cx={x} cy={y} r={x % 4 === 0 ? 1.8 : 1.1} />
          ))}
        </g>
        <circle className={styles.halo} cx="500" cy="182" r="74" />
        <circle className={styles.moon} cx="500" cy="182" r="34" />
        <path
          className={styles.mountains}
          d="M0 330l92-96 58 46 96-122 74 84 60-40 88 92 120-70 108 66 92-104 70 62 86-108 102 118 60-40 94 96v206H0z"
        />
        <path
          className={styles.castle}
          d="M300 372l60-48v-70h14v-14h12v14h12v-14h12v14h14v40h16v-128l28-52 28 52v90h18v-12h14v12h16v-12h14v12h12v-148h-8v-22h12v10h12v-10h16v10h12v-10h16v10h12v-10h12v22h-8v148h12v-12h14v12h16v-12h14v12h18v-90l28-52 28 52v128h16v-40h14v-14h12v14h12v-14h12v14h14v70l60 48z"
        />
        <g className={styles.windows}>
          {WINDOWS.map(([x, y]) => (
            <rect key={`${x}-${y}`} x={x - 3} y={y} width="6" height="13" rx="3" />
          ))}
        </g>
        <path className={styles.gate} d="M572 372v-46q31-38 62 0v46z" />
        <path className={styles.ground} d="M0 384q600-42 1200 0v136H0z" />
        <ellipse className={styles.floor} cx="600" cy="448" rx="500" ry="64" />
        <ellipse className={styles.stones} cx="600" cy="448" rx="500" ry="64" pathLength="120" />
      </svg>
      <Brazier className={styles.left} />
      <Brazier className={styles.right} />
      {EMBERS.map(([left, seconds, delay]) => (
        <i
          key={left}
          className={styles.ember}
          style={
            { '--left': `${left}%`, '--seconds': `${seconds}s`, '--delay': `${delay}s` } as CSSProperties
          }
        />
      ))}
    </div>
  );
});
