import type { Fighter, FightRecord } from '@rivalhold/shared/contract/combat.ts';
import { CARD_SIZE } from '@rivalhold/shared/limits.ts';
import { namesOf, FIGHT_PAGE_TEXTS as TEXTS } from '@rivalhold/shared/texts/fight-page.ts';
import { toPng } from '../../platform/media/rasterize.ts';
// The outlines and widths of the glyphs of Chakra Petch SemiBold (SIL Open Font License), 1,000 units per em. Texts
// are drawn as outlines, because a server might have no fonts.
import glyphs from './card-glyphs.json' with { type: 'json' };

const UNITS_PER_EM = 1_000;
const GLYPHS = glyphs as unknown as Record<string, [width: number, outline: string]>;
const UNKNOWN = GLYPHS['?']!;

const COLORS = {
  ground: '#0a0e19',
  surface: '#121829',
  raised: '#1b2338',
  line: '#27324c',
  text: '#e9edf6',
  quiet: '#a3aec6',
  ember: '#ff8a3d',
  gold: '#f6cd5d',
  health: '#62d39a',
  track: '#0b101d',
} as const;

type TextOptions = {
  x: number;
  y: number;
  size: number;
  color: string;
  anchor?: 'start' | 'middle' | 'end';
  /** Width that the text must not exceed. Longer text is drawn smaller. */
  maxWidth?: number;
};

/** Return a line of text as SVG outlines. `y` is the baseline. */
function text(value: string, { x, y, size, color, anchor = 'start', maxWidth }: TextOptions): string {
  const glyphs = [...value].map((character) => GLYPHS[character] ?? UNKNOWN);
  const units = glyphs.reduce((sum, [width]) => sum + width, 0);
  const scale = Math.min(
    size / UNITS_PER_EM,
    maxWidth === undefined ? Number.POSITIVE_INFINITY : maxWidth / units,
  );
  const start = x - units * scale * { start: 0, middle: 0.5, end: 1 }[anchor];
  let at = 0;
  const outlines = glyphs.map(([width, outline]) => {
    const placed = outline && `<path transform="translate(${at})" d="${outline}"/>`;
    at += width;
    return placed;
  });
  // Flip the outlines, because their y increases upwards, but the y of an SVG increases downwards.
  const transform = `translate(${start.toFixed(1)} ${y}) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})`;
  return `<g fill="${color}" transform="${transform}">${outlines.join('')}</g>`;
}

const CENTER = CARD_SIZE.width / 2;
const PANEL = { width: 480, height: 330, y: 164 };

function fighterPanel(
  fighter: Fighter,
  hp: number,
  { x, isWinner }: { x: number; isWinner: boolean },
): string {
  const { width, height, y } = PANEL;
  const middle = x + width / 2;
  const color = isWinner ? COLORS.gold : COLORS.quiet;
  const bar = { x: x + 40, y: y + 254, width: width - 80, height: 22 };
  const share = Math.min(1, Math.max(0, hp / fighter.maxHealth));
  return `
    <rect x="${x}" y="${y}" width="${width}" height="${height}" rx="20" fill="${COLORS.surface}"
      stroke="${isWinner ? COLORS.gold : COLORS.line}" stroke-width="${isWinner ? 4 : 2}"/>
    <circle cx="${middle}" cy="${y + 76}" r="48" fill="${COLORS.raised}" stroke="${color}" stroke-width="3"/>
    ${text(fighter.username.slice(0, 2).toUpperCase(), { x: middle, y: y + 91, size: 42, color, anchor: 'middle' })}
    ${text(fighter.username, { x: middle, y: y + 182, size: 52, color: COLORS.text, anchor: 'middle', maxWidth: width - 64 })}
    ${text(TEXTS.level(fighter.level), { x: middle, y: y + 224, size: 28, color: COLORS.quiet, anchor: 'middle' })}
    <rect x="${bar.x}" y="${bar.y}" width="${bar.width}" height="${bar.height}" rx="11" fill="${COLORS.track}"/>
    ${share > 0 ? `<rect x="${bar.x}" y="${bar.y}" width="${Math.max(22, bar.width * share).toFixed(0)}" height="${bar.height}" rx="11" fill="${COLORS.health}"/>` : ''}
    ${text(TEXTS.health(hp, fighter.maxHealth), { x: middle, y: y + 310, size: 24, color: COLORS.quiet, anchor: 'middle' })}
    ${isWinner ? text(TEXTS.winner, { x: x + width - 28, y: y + 44, size: 26, color: COLORS.gold, anchor: 'end' }) : ''}`;
}

/** Return the card of a fight as an SVG. The usernames need no escaping, because all texts are drawn as outlines. */
export function cardSvg(record: FightRecord): string {
  const { attacker, defender, winnerId, attackerHP, defenderHP } = record;
  const { width, height } = CARD_SIZE;
  const exchanges = record.inputs.filter(({ kind }) => kind === 'exchange').length;
  const middle = { x: CENTER, anchor: 'middle' } as const;
  const headline = TEXTS.heading(namesOf(record));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${COLORS.ground}"/>
    <rect width="${width}" height="8" fill="${COLORS.ember}"/>
    ${text(TEXTS.product, { x: 60, y: 58, size: 28, color: COLORS.ember })}
    ${text(TEXTS.exchanges(exchanges), { x: width - 60, y: 58, size: 28, color: COLORS.quiet, anchor: 'end' })}
    ${text(headline, { ...middle, y: 126, size: 46, color: COLORS.text, maxWidth: width - 120 })}
    ${fighterPanel(attacker, attackerHP, { x: 60, isWinner: attacker.id === winnerId })}
    ${fighterPanel(defender, defenderHP, { x: width - 60 - PANEL.width, isWinner: defender.id === winnerId })}
    ${text(TEXTS.against, { ...middle, y: 340, size: 48, color: COLORS.ember })}
    ${text(TEXTS.slogan, { ...middle, y: 576, size: 34, color: COLORS.quiet })}
  </svg>`;
}

/** Draw the card of a fight as a PNG. */
export const drawCard = (record: FightRecord): Promise<Buffer> => toPng(cardSvg(record), CARD_SIZE.width);
