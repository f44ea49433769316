import type { Style } from '@rivalhold/shared/contract/combat.ts';
import { HEAVY_FOCUS } from '@rivalhold/shared/fights/moves.ts';
import { styleLine } from '@rivalhold/shared/fights/style.ts';

const hurt = { canHeal: true, health: 50 };

/** The style of a fighter who guards most of the time, and plays Heavy only at full focus. */
export const ROOTED: Style = [
  styleLine({ guard: 40, heal: 60 }, hurt),
  styleLine({ heavy: 60, guard: 40 }, { focus: 3 }),
  styleLine({ guard: 60, strike: 25, feint: 15 }),
];

/** The style of a fighter who mostly guards and feints until there is enough focus for Heavy. */
export const AFTER_YOU: Style = [
  styleLine({ guard: 30, strike: 20, heal: 50 }, hurt),
  styleLine({ heavy: 50, guard: 30, feint: 20 }, { focus: HEAVY_FOCUS }),
  styleLine({ guard: 50, feint: 30, strike: 20 }),
];

/** The style of a fighter who attacks most of the time and heals late. */
export const HEADLONG: Style = [
  styleLine({ strike: 40, heal: 60 }, { canHeal: true, health: 25 }),
  styleLine({ heavy: 80, strike: 20 }, { focus: HEAVY_FOCUS }),
  styleLine({ strike: 60, feint: 25, guard: 15 }),
];
