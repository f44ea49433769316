import type { Beard, Look } from './look.ts';
import { darker, HAIR, lighter, mix } from './palette.ts';
import { ball, both, d, ellipse, fill, MID, shape, stroke } from './shapes.ts';

const LIP_Y = 143;

/** A beard over the lower face; the mouth is drawn on top of it. */
export function beard(look: Look): string {
  const colour = HAIR[look.hairColour];
  const drawn: Record<Beard, () => string> = {
    none: () => '',
    stubble: () => fill(jawMask(look, 0), darker(colour, 0.1), 0.26),
    moustache: () => moustache(colour, 23),
    goatee: () => goatee(look, colour) + moustache(colour, 17),
    chops: () => chops(look, colour),
    full: () => shape(jawMask(look, 10), colour) + strands(look, colour, 10) + moustache(colour, 20),
    long: () => shape(jawMask(look, 52), colour) + strands(look, colour, 52) + moustache(colour, 24),
    forked: () => forked(look, colour) + moustache(colour, 24),
    braided: () =>
      shape(jawMask(look, 20), colour) +
      strands(look, colour, 14) +
      plaits(look, colour) +
      moustache(colour, 26),
  };
  return drawn[look.beard]();
}

/** From the sideburns along the jaw; `below` reaches under the chin. The upper edge passes beneath the nose. */
function jawMask({ faceWidth: w, jaw: j, chinY }: Look, below: number): string {
  const out = below > 0 ? 3 : -1;
  const tip = chinY + below;
  const belly = j * (below > 30 ? 0.86 : 0.62);
  return d`M${MID - w - out + 1} 112 C${MID - w - out} 130 ${MID - j - out - 3} 140 ${MID - j - out} 150
    C${MID - j} ${tip - 18} ${MID - belly * 0.6} ${tip} ${MID} ${tip}
    C${MID + belly * 0.6} ${tip} ${MID + j} ${tip - 18} ${MID + j + out} 150
    C${MID + j + out + 3} 140 ${MID + w + out} 130 ${MID + w + out - 1} 112
    C${MID + w - 6} 126 ${MID + w - 8} 138 ${MID + 24} 142 C${MID + 14} ${LIP_Y} ${MID + 8} ${LIP_Y - 2} ${MID} ${LIP_Y}
    C${MID - 8} ${LIP_Y - 2} ${MID - 14} ${LIP_Y} ${MID - 24} 142 C${MID - w + 8} 138 ${MID - w + 6} 126 ${MID - w - out + 1} 112Z`;
}

function strands({ jaw: j, chinY }: Look, colour: string, below: number): string {
  const end = chinY + below - 9;
  const dark = stroke(
    d`M${MID - 12} 166 C${MID - 13} 174 ${MID - 11} ${end - 8} ${MID - 7} ${end} M${MID - j * 0.62} 156 C${MID - j * 0.6} 168 ${MID - 20} ${end - 14} ${MID - 17} ${end - 6}`,
    darker(colour, 0.4),
    2.2,
    0.8,
  );
  const light = stroke(
    d`M${MID - j * 0.82} 148 C${MID - j * 0.8} 160 ${MID - 26} 166 ${MID - 24} ${end - 16}`,
    lighter(colour, 0.3),
    2.2,
    0.75,
  );
  return both(dark) + light;
}

function moustache(colour: string, reach: number): string {
  const half = d`M${MID + 1} ${LIP_Y} C${MID - 6} ${LIP_Y - 5} ${MID - 14} ${LIP_Y - 1} ${MID - reach} ${LIP_Y + 12}
    C${MID - 14} ${LIP_Y + 11} ${MID - 7} ${LIP_Y + 9} ${MID + 1} ${LIP_Y + 6}Z`;
  return both(shape(half, mix(colour, '#ffffff', 0.05), 2));
}

function goatee({ chinY }: Look, colour: string): string {
  return shape(
    d`M${MID - 15} 160 C${MID - 8} 163 ${MID + 8} 163 ${MID + 15} 160 C${MID + 17} ${chinY} ${MID + 8} ${chinY + 12} ${MID} ${chinY + 15}
      C${MID - 8} ${chinY + 12} ${MID - 17} ${chinY} ${MID - 15} 160Z`,
    colour,
  );
}

function chops({ faceWidth: w, jaw: j, chinY }: Look, colour: string): string {
  return both(
    shape(
      d`M${MID - w - 2} 110 C${MID - w - 4} 130 ${MID - j - 8} 140 ${MID - j - 4} 154 C${MID - j} ${chinY - 4} ${MID - j * 0.6} ${chinY} ${MID - 17} ${chinY - 6}
        C${MID - 26} 160 ${MID - 20} 152 ${MID - 24} 146 C${MID - w + 10} 140 ${MID - w + 6} 126 ${MID - w + 4} 110Z`,
      colour,
    ),
  );
}

function forked(look: Look, colour: string): string {
  const fork = d`M${MID + 1} ${look.chinY - 6} C${MID - 4} ${look.chinY + 14} ${MID - 12} ${look.chinY + 30} ${MID - 22} ${look.chinY + 46}
    C${MID - 32} ${look.chinY + 28} ${MID - look.jaw + 2} ${look.chinY + 4} ${MID - look.jaw} ${look.chinY - 22}Z`;
  return (
    both(shape(fork, colour)) +
    fill(jawMask(look, 9), colour) +
    stroke(jawMask(look, 9), darker(colour, 0.66), 2.2, 0.0001) +
    strands(look, colour, 24)
  );
}

function plaits({ chinY }: Look, colour: string): string {
  const plait = (x: number): string =>
    [0, 1, 2, 3]
      .map((row) =>
        ball(x, chinY + 12 + row * 10, 8 - row * 0.7, 6.5, row % 2 ? colour : darker(colour, 0.14), 1.8),
      )
      .join('') +
    ball(x, chinY + 50, 6, 4.5, '#dcae48', 1.8) +
    ellipse(x - 1.5, chinY + 49, 1.6, 1.2, '#fff4d0');
  return plait(MID - 13) + plait(MID + 13);
}
