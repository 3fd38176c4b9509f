import type { QueueCounts } from './queue-counts.ts';

/** Clearances and family requests come first, because people cannot dive or look after a child without them. */
const queuePriority = [
  { name: 'pages', count: 'pages', href: '/desk/pages' },
  { name: 'requests', count: 'requests', href: '/desk/requests' },
  { name: 'applications', count: 'waiting', href: '/desk/applications' },
  { name: 'photos', count: 'photos', href: '/desk/photos' },
  { name: 'card_photos', count: 'cardPhotos', href: '/desk/card-photos' },
  { name: 'orders', count: 'orders', href: '/desk/orders' },
] as const satisfies readonly { name: string; count: keyof QueueCounts; href: string }[];

/** The queue to work on next, with its length; null if nothing needs a decision. */
export function findUrgentQueue(counts: QueueCounts) {
  const queue = queuePriority.find(({ count }) => counts[count] > 0);
  return queue === undefined ? null : { ...queue, count: counts[queue.count] };
}
