import type { Notification } from '#features/notifications/shared/contract.ts';
import { getDayGroup, type DayGroup } from '#features/notifications/shared/rules.ts';

/** What stands in the list below each other: headings and notifications. */
export type ListRow = { key: string } & ({ group: DayGroup } | { item: Notification });

/** Newest first; so whatever follows an older one is older too, and need not be asked for its day. */
export function toListRows(items: readonly Notification[], now: Date): ListRow[] {
  const lines: ListRow[] = [];
  let group: DayGroup | undefined;
  for (const item of items) {
    const next = group === 'older' ? group : getDayGroup(item.timestamp, now);
    if (next !== group) lines.push({ key: next, group: next });
    group = next;
    lines.push({ key: item.id, item });
  }
  return lines;
}
