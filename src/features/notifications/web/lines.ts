import type { Notification } from '../shared/contract.ts';
import { groupOf, type DayGroup } from '../shared/rules.ts';

/** What stands in the list below each other: headings and notifications. */
export type Line = { key: string } & ({ group: DayGroup } | { item: Notification });

/** Newest first; so whatever follows an older one is older too, and need not be asked for its day. */
export function toLines(items: readonly Notification[], now: Date): Line[] {
  const lines: Line[] = [];
  let group: DayGroup | undefined;
  for (const item of items) {
    const next = group === 'older' ? group : groupOf(item.timestamp, now);
    if (next !== group) lines.push({ key: next, group: next });
    group = next;
    lines.push({ key: item.id, item });
  }
  return lines;
}
