import type { ActivityItem } from '@rivalhold/shared/contract/activity.ts';

/** Activities of one kind on one day, the latest first. */
export type ActivityGroup = { key: number; items: readonly [ActivityItem, ...ActivityItem[]] };
export type ActivityDay = { day: string; time: string; groups: readonly ActivityGroup[] };

/** Kinds of activity that a player can have many times in a day. */
const GROUPED_TYPES = ['LEVEL_UP', 'COMBAT_WIN', 'NEW_FRIEND'];

/**
 * Group activity by day and, for the kinds in GROUPED_TYPES, by kind. `items` must be in order, the latest first. The
 * key of a group is the id of its oldest activity, so that a group keeps its key when newer activity is added.
 */
export function groupActivity(items: readonly ActivityItem[]): ActivityDay[] {
  const days = Map.groupBy(items, ({ createdAt }) => new Date(createdAt).toDateString());
  return [...days].map(([day, ofDay]) => {
    const groups = Map.groupBy(ofDay, ({ type, id }) => (GROUPED_TYPES.includes(type) ? type : id));
    return {
      day,
      time: ofDay[0]?.createdAt ?? '',
      groups: [...groups.values()].map((group) => ({
        key: group.at(-1)?.id ?? 0,
        items: group as [ActivityItem, ...ActivityItem[]],
      })),
    };
  });
}
