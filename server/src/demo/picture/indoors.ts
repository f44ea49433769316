import { d, ellipse, fill, stroke } from '../portrait/shapes.ts';
import type { Seeded } from '../seeded.ts';
import { downwards, figure, glow, HIGH, rect, sky, sparks, stars, WARM, WIDE } from './parts.ts';

/** Places with walls around them. */
export const INDOORS = {
  forge: (lot) => {
    const stone = Array.from({ length: 66 }, (_, index) => {
      const row = Math.floor(index / 11);
      return rect(
        (index % 11) * 92 - (row % 2) * 46 + 3,
        row * 76 + 3,
        86,
        70,
        lot.pick(['#2a1c22', '#261a22', '#31202a', '#231822']),
        'rx="9"',
      );
    }).join('');
    return (
      rect(0, 0, WIDE, HIGH, '#171018') +
      stone +
      fill(d`M250 500 L250 250 C250 130 470 130 470 250 L470 500Z`, '#120a0c') +
      stroke(d`M238 500 L238 250 C238 114 482 114 482 250 L482 500`, '#4a3038', 26) +
      glow('fire', 360, 430, 330, '#ff7a2a', 0.95) +
      fill(
        d`M272 480 C262 400 318 400 312 330 C352 362 346 300 372 262 C386 330 430 350 424 400 C446 392 456 440 448 480Z`,
        '#f0702a',
      ) +
      fill(
        d`M302 480 C300 430 342 420 344 376 C368 396 384 390 388 350 C412 396 420 440 414 480Z`,
        '#ffb84a',
      ) +
      fill(d`M332 480 C332 450 356 442 362 418 C380 440 386 456 384 480Z`, '#fff0c0') +
      rect(230, 478, 262, 40, '#3a262c', 'rx="8"') +
      fill(d`M0 520 L960 520 L960 640 L0 640Z`, '#20141a') +
      fill(d`M120 520 L700 520 L860 640 L0 640Z`, '#a34a1e', 0.4) +
      rect(606, 500, 150, 92, '#3d2a22', 'rx="10"') +
      stroke(d`M616 520 L746 520 M616 570 L746 570`, '#5d4030', 8) +
      fill(
        d`M540 420 C580 424 590 440 612 440 L612 424 L772 424 L772 448 C740 452 722 462 716 478 L738 500 L622 500 L646 478 C636 458 572 452 540 420Z`,
        '#59626f',
      ) +
      stroke(d`M548 422 C584 427 592 440 614 440 M614 427 L770 427`, '#ffb06a', 5) +
      fill(d`M600 414 L800 402 L806 416 L604 424Z`, '#ff9a3d') +
      fill(d`M600 414 L690 409 L692 420 L604 424Z`, '#fff0c0') +
      glow('blade', 650, 414, 120, '#ffc06a', 0.8) +
      figure(880, 612, 300, '#0f090e') +
      stroke(d`M858 392 C820 350 800 330 772 316`, '#0f090e', 26) +
      `<g transform="rotate(-38 760 306)">${rect(700, 286, 76, 42, '#2d333d', 'rx="6"')}</g>` +
      stroke(d`M776 318 L836 374`, '#4a2f20', 10) +
      stroke(d`M828 352 C838 336 850 326 872 318`, WARM, 4, 0.8) +
      stroke(d`M40 60 L40 210 M92 60 L92 180 M144 60 L144 230`, '#4a3038', 6) +
      fill(
        d`M24 210 L56 210 L40 262Z M80 180 L104 180 L104 226 L80 226Z M128 230 L160 230 L152 276 L136 276Z`,
        '#6d7886',
      ) +
      sparks(lot, 60, 650, 440, 210) +
      sparks(lot, 30, 360, 380, 130)
    );
  },
  arena: (lot) => {
    const crowd = Array.from({ length: 210 }, (_, index) => {
      const row = Math.floor(index / 42);
      const x = (index % 42) * 24 - 12 + (row % 2) * 12;
      const y = 226 + row * 30 + ((x - 480) / 480) ** 2 * -34;
      return ellipse(
        x,
        y,
        9,
        11,
        lot.pick(['#3a2434', '#46293a', '#2e2032', '#553044', '#6a3a3c', '#3c3050']),
      );
    }).join('');
    const banner = (x: number, colour: string): string =>
      fill(d`M${x - 30} 60 L${x + 30} 60 L${x + 30} 178 L${x} 156 L${x - 30} 178Z`, colour) +
      ellipse(x, 106, 15, 15, '#ffe0a0', 'opacity=".85"');
    const torch = (x: number, id: string): string =>
      rect(x - 5, 330, 10, 80, '#3c2418') +
      glow(id, x, 316, 110, '#ff9a3d', 0.85) +
      fill(
        d`M${x - 13} 332 C${x - 18} 306 ${x - 4} 302 ${x} 278 C${x + 6} 302 ${x + 18} 308 ${x + 13} 332Z`,
        '#ffb84a',
      );
    return (
      sky([0, '#120d24'], [0.5, '#3a1c38'], [1, '#6a2c2c']) +
      stars(lot, 60, 170) +
      fill(d`M0 210 C240 150 720 150 960 210 L960 420 L0 420Z`, '#2a1828') +
      crowd +
      [130, 310, 650, 830]
        .map((x, index) => banner(x, ['#8f3120', '#2d4d82', '#33613c', '#4d347c'][index]!))
        .join('') +
      banner(480, '#86631f') +
      fill(d`M0 390 C240 356 720 356 960 390 L960 440 L0 440Z`, '#4d3430') +
      stroke(d`M0 392 C240 358 720 358 960 392`, '#7a5648', 8) +
      fill(d`M0 430 C240 400 720 400 960 430 L960 640 L0 640Z`, '#c08850') +
      fill(d`M160 560 C320 500 640 500 800 560 C640 620 320 620 160 560Z`, '#dca868', 0.8) +
      torch(60, 't1') +
      torch(900, 't2') +
      torch(390, 't3') +
      torch(570, 't4') +
      ellipse(360, 590, 92, 16, '#5a3420', 'opacity=".5"') +
      ellipse(604, 590, 92, 16, '#5a3420', 'opacity=".5"') +
      figure(360, 592, 200, '#2a1a2c') +
      stroke(d`M384 452 C420 440 440 430 456 412`, '#2a1a2c', 22) +
      stroke(d`M450 424 L504 330`, '#dfe6f0', 9) +
      stroke(d`M440 404 L474 426`, '#b58045', 8) +
      ellipse(318, 480, 34, 42, '#8f3120', 'stroke="#2a1214" stroke-width="5"') +
      ellipse(318, 480, 10, 12, '#dcae48') +
      figure(604, 592, 196, '#1c2440') +
      stroke(d`M578 454 C548 440 530 430 512 420`, '#1c2440', 22) +
      stroke(d`M516 424 L476 350`, '#5a3a24', 10) +
      fill(d`M474 372 C436 366 430 334 446 308 C456 330 474 336 492 338Z`, '#c8d2de') +
      fill(
        d`M584 406 C562 402 540 376 546 338 C560 360 578 370 598 382Z M624 406 C646 402 668 376 662 338 C648 360 630 370 610 382Z`,
        '#e2d2ac',
      ) +
      glow('clash', 488, 350, 90, '#fff0c0', 0.9) +
      sparks(lot, 40, 488, 380, 90)
    );
  },
  tavern: (lot) => {
    const plank = (x: number): string =>
      rect(x, 0, 118, 430, lot.pick(['#4a2d1e', '#442a1d', '#513222'])) +
      stroke(d`M${x + 30} 20 L${x + 30} 400 M${x + 82} 60 L${x + 82} 420`, '#37210f', 3, 0.6);
    const mug = (x: number, y: number): string =>
      stroke(
        d`M${x + 22} ${y - 34} C${x + 46} ${y - 36} ${x + 46} ${y - 6} ${x + 22} ${y - 8}`,
        '#8a5a34',
        7,
      ) +
      rect(x - 24, y - 44, 48, 44, '#a06c40', 'rx="5"') +
      stroke(
        d`M${x - 22} ${y - 32} L${x + 22} ${y - 32} M${x - 22} ${y - 12} L${x + 22} ${y - 12}`,
        '#5a3a22',
        5,
      ) +
      ellipse(x - 12, y - 46, 15, 10, '#fff4dc') +
      ellipse(x + 10, y - 47, 16, 11, '#fff4dc') +
      ellipse(x, y - 52, 12, 10, '#fffaf0');
    const candle = (x: number, y: number, id: string): string =>
      rect(x - 7, y - 50, 14, 50, '#f0e2c0', 'rx="3"') +
      glow(id, x, y - 70, 150, '#ffc06a', 0.75) +
      fill(
        d`M${x - 7} ${y - 54} C${x - 10} ${y - 72} ${x - 2} ${y - 74} ${x} ${y - 90} C${x + 4} ${y - 74} ${x + 10} ${y - 70} ${x + 7} ${y - 54}Z`,
        '#ffd27a',
      );
    const guest = (x: number, coat: string, hair: string, skin: string): string =>
      fill(
        d`M${x - 86} 480 C${x - 84} 390 ${x - 46} 372 ${x} 372 C${x + 46} 372 ${x + 84} 390 ${x + 86} 480Z`,
        coat,
      ) +
      rect(x - 16, 344, 32, 40, skin) +
      ellipse(x, 310, 44, 50, skin) +
      fill(
        d`M${x - 48} 316 C${x - 54} 244 ${x + 54} 244 ${x + 48} 316 C${x + 34} 290 ${x - 34} 290 ${x - 48} 316Z`,
        hair,
      ) +
      stroke(
        d`M${x - 22} 314 C${x - 18} 306 ${x - 10} 306 ${x - 7} 314 M${x + 7} 314 C${x + 10} 306 ${x + 18} 306 ${x + 22} 314`,
        '#241820',
        4,
      ) +
      stroke(d`M${x - 15} 334 C${x - 6} 343 ${x + 6} 343 ${x + 15} 334`, '#5a2a24', 4);
    return (
      Array.from({ length: 9 }, (_, index) => plank(index * 118 - 30)).join('') +
      rect(0, 0, WIDE, 46, '#2e1b12') +
      rect(0, 56, WIDE, 10, '#2e1b12') +
      rect(96, 110, 190, 190, '#1d130e', 'rx="10"') +
      downwards('night', [
        [0, '#0d1530'],
        [1, '#3c4a80'],
      ]) +
      rect(108, 122, 166, 166, 'url(#night)') +
      ellipse(220, 168, 24, 24, '#e8eefa') +
      stroke(d`M191 122 L191 288 M108 205 L274 205`, '#1d130e', 10) +
      rect(640, 130, 260, 12, '#2e1b12') +
      rect(640, 230, 260, 12, '#2e1b12') +
      [0, 1, 2, 3, 4, 5]
        .map((index) =>
          rect(
            656 + index * 40,
            130 - (44 + (index % 3) * 8),
            24,
            44 + (index % 3) * 8,
            ['#38604a', '#7a3030', '#a88038'][index % 3]!,
            'rx="6"',
          ),
        )
        .join('') +
      [0, 1, 2]
        .map(
          (index) =>
            ellipse(684 + index * 82, 196, 36, 34, '#6d452a', 'stroke="#37210f" stroke-width="5"') +
            ellipse(684 + index * 82, 196, 6, 6, '#dcae48'),
        )
        .join('') +
      guest(300, '#2d4d82', '#8e3d22', '#f0c4a0') +
      guest(480, '#33613c', '#26202a', '#845032') +
      guest(660, '#8f3120', '#c4c5cc', '#8fa86a') +
      fill(
        d`M644 342 C642 332 646 326 650 322 C656 328 656 336 656 344Z M676 342 C678 332 674 326 670 322 C664 328 664 336 664 344Z`,
        '#efe3c8',
      ) +
      fill(d`M0 470 L960 470 L960 640 L0 640Z`, '#8a5632') +
      fill(d`M0 470 L960 470 L960 492 L0 492Z`, '#a86c40') +
      stroke(d`M0 540 L960 540 M0 596 L960 596`, '#6a3f22', 4, 0.7) +
      mug(216, 500) +
      mug(384, 512) +
      mug(600, 506) +
      mug(776, 500) +
      candle(490, 508, 'c1') +
      candle(120, 500, 'c2') +
      candle(880, 502, 'c3') +
      fill(d`M420 570 L560 562 L572 604 L430 614Z`, '#f0e2c0') +
      stroke(d`M440 578 L520 573 M442 590 L550 583 M446 602 L500 598`, '#8a6a4a', 3) +
      [0, 1, 2, 3]
        .map((index) =>
          ellipse(
            690 + index * 22,
            570 + (index % 2) * 10,
            13,
            9,
            '#dcae48',
            'stroke="#7a5a18" stroke-width="3"',
          ),
        )
        .join('') +
      sparks(lot, 16, 490, 400, 200)
    );
  },
} satisfies Record<string, (lot: Seeded) => string>;
