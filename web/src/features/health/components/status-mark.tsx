import type { HealthState, SiteHealth } from '@rivalhold/shared/contract/health.ts';
import { HEALTH_ISSUE_TEXTS, HEALTH_STATE_TEXTS, type HealthGroup } from '@rivalhold/shared/texts/health.ts';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import styles from './health.module.css';

/** The icon of each state. */
export const GLYPHS = { ok: CircleCheck, warning: TriangleAlert, critical: CircleAlert } as const;

/** Show a state with a word, an icon and a color. */
export function StatusMark({ state, label }: { state: HealthState; label?: string }) {
  const Glyph = GLYPHS[state];
  return (
    <span className={styles.mark} data-state={state}>
      <Glyph size={16} aria-hidden="true" />
      {label ?? HEALTH_STATE_TEXTS[state].mark}
    </span>
  );
}

/** Return the worst state among the issues of the given groups. */
export const worstState = ({ issues }: SiteHealth, ...groups: HealthGroup[]): HealthState =>
  // Issues are sorted, the worst first.
  issues.find(({ kind }) => groups.includes(HEALTH_ISSUE_TEXTS[kind].group))?.state ?? 'ok';
