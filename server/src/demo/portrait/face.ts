import type { Look } from './look.ts';
import { darker, HAIR, INK, lighter, mix, SKIN } from './palette.ts';
import { ball, both, d, ellipse, fill, group, MID, shape, stroke } from './shapes.ts';

const TOP = 54;
const EYE_Y = 117;
const EYE_APART = 19;

/** The outline of the head without ears. */
export function headPath({ faceWidth: w, jaw: j, chin: c, chinY }: Look): string {
  return d`M${MID} ${TOP} C${MID + w * 0.7} ${TOP} ${MID + w} ${TOP + 20} ${MID + w} 104
    C${MID + w} 124 ${MID + j + 4} 134 ${MID + j} 148 C${MID + j - 4} ${chinY - 8} ${MID + c + 5} ${chinY} ${MID} ${chinY}
    C${MID - c - 5} ${chinY} ${MID - j + 4} ${chinY - 8} ${MID - j} 148
    C${MID - j - 4} 134 ${MID - w} 124 ${MID - w} 104 C${MID - w} ${TOP + 20} ${MID - w * 0.7} ${TOP} ${MID} ${TOP}Z`;
}

export function neck(look: Look): string {
  const skin = SKIN[look.skin];
  const n = look.neck;
  const under = d`M${MID - n} 140 L${MID - n - 3} 196 C${MID - 40} 206 ${MID - 52} 212 ${MID - 64} 260 L${MID + 64} 260
    C${MID + 52} 212 ${MID + 40} 206 ${MID + n + 3} 196 L${MID + n} 140Z`;
  const shade = d`M${MID - n} 146 C${MID - 14} ${look.chinY + 12} ${MID + 14} ${look.chinY + 16} ${MID + n} 150
    L${MID + n + 2} 196 C${MID + 18} 206 ${MID + 2} 196 ${MID - n - 1} 178Z`;
  return shape(under, darker(skin, 0.12)) + fill(shade, darker(skin, 0.6), 0.45);
}

export function ears(look: Look): string {
  const skin = SKIN[look.skin];
  const edge = MID - look.faceWidth;
  const round = (): string =>
    ball(edge, 119, 8, 13, skin) +
    stroke(d`M${edge - 4} 113 C${edge + 2} 110 ${edge + 1} 124 ${edge - 2} 127`, darker(skin, 0.42), 2);
  const pointed = (reach: number, lift: number): string =>
    shape(
      d`M${edge + 5} 106 C${edge - 8} 106 ${edge - reach * 0.7} ${lift + 8} ${edge - reach} ${lift}
        C${edge - reach + 2} ${lift + 22} ${edge - 12} 130 ${edge + 5} 132Z`,
      skin,
    ) +
    fill(
      d`M${edge + 1} 112 C${edge - 8} 112 ${edge - reach * 0.6} ${lift + 16} ${edge - reach * 0.8} ${lift + 10}
        C${edge - reach * 0.7} ${lift + 24} ${edge - 8} 124 ${edge + 1} 126Z`,
      darker(skin, 0.36),
      0.7,
    );
  const ring = look.marks.includes('earrings')
    ? `<circle cx="${edge - 3}" cy="136" r="4.6" fill="none" stroke="#e8bd55" stroke-width="2.6"/>`
    : '';
  const ear = look.kin === 'elf' ? pointed(30, 82) : look.kin === 'orc' ? pointed(24, 104) : round();
  return both(ear + ring);
}

/** Horns grow from the brow, in front of the hair. */
export function horns(look: Look): string {
  if (look.kin !== 'horned') return '';
  const bone = mix(SKIN[look.skin], '#e9d9b8', 0.72);
  const horn = d`M${MID - 33} 78 C${MID - 44} 62 ${MID - 62} 58 ${MID - 58} 26 C${MID - 46} 40 ${MID - 28} 44 ${MID - 17} 66Z`;
  return both(
    shape(horn, bone) +
      stroke(
        d`M${MID - 46} 62 L${MID - 32} 52 M${MID - 53} 50 L${MID - 42} 43`,
        darker(bone, 0.45),
        2.2,
        0.8,
      ),
  );
}

/** Head, shadow, blush, what is `painted` on the skin, eyes and nose; a beard goes between this and `mouth`. */
export function face(look: Look, painted: string): string {
  const skin = SKIN[look.skin];
  const w = look.faceWidth;
  const away = d`M${MID + 4} 40 C${MID + 22} 84 ${MID + 13} 112 ${MID + 17} 132 C${MID + 20} 152 ${MID + 8} 164 ${MID + 2} 184
    L${MID + 70} 184 L${MID + 70} 40Z`;
  const inside =
    fill(away, darker(skin, 0.4), 0.36) +
    ellipse(MID - w * 0.58, 138, 12, 8, mix(skin, '#e0503c', 0.5), 'opacity=".34"') +
    ellipse(MID + w * 0.6, 138, 11, 8, mix(skin, '#c0403c', 0.5), 'opacity=".26"') +
    both(ellipse(MID - EYE_APART, EYE_Y - 2, 15, 11, darker(skin, 0.55), 'opacity=".2"'));
  return (
    shape(headPath(look), skin, 2.8) +
    group(inside, 'clip-path="url(#head)"') +
    painted +
    wrinkles(look, skin) +
    eyes(look, skin) +
    nose(look, skin)
  );
}

function wrinkles(look: Look, skin: string): string {
  if (!look.wrinkles) return '';
  const line = darker(skin, 0.5);
  return (
    stroke(
      d`M${MID - 18} 86 C${MID - 8} 83 ${MID + 8} 83 ${MID + 18} 86 M${MID - 13} 93 C${MID - 5} 91 ${MID + 5} 91 ${MID + 13} 93`,
      line,
      1.8,
      0.45,
    ) +
    both(
      stroke(d`M${MID - 36} 116 L${MID - 40} 113 M${MID - 36} 120 L${MID - 41} 121`, line, 1.6, 0.6) +
        stroke(d`M${MID - 27} 127 C${MID - 22} 131 ${MID - 15} 130 ${MID - 12} 127`, line, 1.6, 0.5) +
        stroke(d`M${MID - 13} 140 C${MID - 19} 144 ${MID - 21} 149 ${MID - 20} 153`, line, 1.6, 0.5),
    )
  );
}

function eyes(look: Look, skin: string): string {
  const x = MID - EYE_APART;
  const right = look.eyes === 'wink' ? closedEye(x, look) : eye(x, look, skin);
  const left = look.eyes === 'smiling' ? closedEye(x, look) : eye(x, look, skin);
  const other = look.eyes === 'smiling' ? closedEye(x, look) : right;
  return `${left}${brow(x, look)}<g transform="matrix(-1 0 0 1 ${MID * 2} 0)">${other}${brow(x, look)}</g>`;
}

function eye(x: number, look: Look, skin: string): string {
  const open = { calm: 6, bright: 7.4, keen: 4.8, smiling: 6, wink: 6.4 }[look.eyes];
  const path = d`M${x - 10} ${EYE_Y + 1.5} C${x - 6} ${EYE_Y - open * 1.25} ${x + 5} ${EYE_Y - open * 1.25} ${x + 10} ${EYE_Y + 2}
    C${x + 5} ${EYE_Y + open * 0.95} ${x - 5} ${EYE_Y + open * 0.95} ${x - 10} ${EYE_Y + 1.5}Z`;
  const lid = d`M${x - 11.5} ${EYE_Y + 1.5} C${x - 6} ${EYE_Y - open * 1.35} ${x + 5} ${EYE_Y - open * 1.35} ${x + 10.5} ${EYE_Y + 2}`;
  const lash = look.lashes
    ? stroke(
        d`M${x - 10.5} ${EYE_Y + 0.5} L${x - 15} ${EYE_Y - 3.5} M${x - 8} ${EYE_Y - 2.4} L${x - 11.5} ${EYE_Y - 6.5}`,
        INK,
        2.2,
      )
    : '';
  const iris = Math.min(open, 6) * 0.98;
  return (
    fill(path, mix('#f6efe6', skin, 0.16)) +
    ellipse(
      x,
      EYE_Y - 0.2,
      iris,
      iris,
      look.eyeColour,
      `stroke="${darker(look.eyeColour, 0.6)}" stroke-width="1.4"`,
    ) +
    ellipse(x, EYE_Y - 0.2, iris * 0.5, iris * 0.5, INK) +
    stroke(lid, INK, look.lashes ? 3.4 : 3) +
    lash +
    ellipse(x - 2.2, EYE_Y - 2.2, 1.7, 1.7, '#ffffff')
  );
}

function closedEye(x: number, look: Look): string {
  const lash = look.lashes ? stroke(d`M${x - 9} ${EYE_Y + 0.5} L${x - 13.5} ${EYE_Y + 2.5}`, INK, 2.2) : '';
  return (
    stroke(
      d`M${x - 10} ${EYE_Y + 2} C${x - 5} ${EYE_Y - 6} ${x + 5} ${EYE_Y - 6} ${x + 10} ${EYE_Y + 2}`,
      INK,
      3.4,
    ) + lash
  );
}

function brow(x: number, look: Look): string {
  const t = look.browTilt;
  const path = d`M${x - 14} ${EYE_Y - 14 + Math.max(0, -t)} C${x - 6} ${EYE_Y - 20} ${x + 4} ${EYE_Y - 18 + t * 0.5} ${x + 12} ${EYE_Y - 14 + t}`;
  const colour =
    look.hairColour === 'snow' || look.hairColour === 'linen'
      ? mix(HAIR[look.hairColour], '#6b5a48', 0.35)
      : darker(HAIR[look.hairColour], 0.3);
  return stroke(path, colour, look.brow);
}

function nose(look: Look, skin: string): string {
  const line = darker(skin, 0.5);
  const light = lighter(skin, 0.5);
  const width = { straight: 8, button: 8.5, broad: 12.5, hooked: 8.5 }[look.nose];
  const tip = { straight: 138, button: 136, broad: 138, hooked: 140 }[look.nose];
  const bridge =
    look.nose === 'hooked'
      ? d`M${MID + 4} 108 C${MID + 10} 118 ${MID + 11} 126 ${MID + 8} ${tip - 3}`
      : look.nose === 'button'
        ? d`M${MID + 6} 124 C${MID + 8} 127 ${MID + 9} 130 ${MID + 8} ${tip - 2}`
        : d`M${MID + 4} 110 C${MID + 5} 120 ${MID + 7} 128 ${MID + width - 1} ${tip - 3}`;
  const under = d`M${MID - width} ${tip - 3} C${MID - width - 1} ${tip + 2} ${MID - 5} ${tip + 1} ${MID - 3} ${tip + 2}
    C${MID - 1} ${tip + 4.5} ${MID + 1} ${tip + 4.5} ${MID + 3} ${tip + 2} C${MID + 5} ${tip + 1} ${MID + width + 1} ${tip + 2} ${MID + width} ${tip - 3}`;
  return (
    stroke(bridge, line, 2.4, 0.55) +
    ellipse(MID - 1, tip - 4, width * 0.5, 4.4, light, 'opacity=".38"') +
    stroke(under, line, 2.6)
  );
}
