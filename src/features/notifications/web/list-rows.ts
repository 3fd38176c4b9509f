import type { Notification } from '#features/notifications/shared/contract.ts';
import { getDayGroup, type DayGroup } from '#features/notifications/shared/rules.ts';

export type ListRow = { key: string } & ({ group: DayGroup } | { item: Notification });

/** Items are newest first, so the day of those after an older one need not be computed. */
export function toListRows(items: readonly Notification[], now: Date): ListRow[] {
  const rows: ListRow[] = [];
  let group: DayGroup | undefined;
  for (const item of items) {
    const next = group === 'older' ? group : getDayGroup(item.timestamp, now);
    if (next !== group) rows.push({ key: next, group: next });
    group = next;
    rows.push({ key: item.id, item });
  }
  return rows;
}
