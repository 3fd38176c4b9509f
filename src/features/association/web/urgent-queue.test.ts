import { expect, it } from 'vitest';
import { findUrgentQueue } from './urgent-queue.ts';

const empty = {
  waiting: 0,
  payment: 0,
  returned: 0,
  clearedToday: 0,
  photos: 0,
  cardPhotos: 0,
  pages: 0,
  orders: 0,
  requests: 0,
};

it.each([
  [
    { pages: 2, waiting: 60 },
    { name: 'pages', count: 2, href: '/desk/pages' },
  ],
  [
    { requests: 1, waiting: 60 },
    { name: 'requests', count: 1 },
  ],
  [
    { waiting: 60, photos: 5 },
    { name: 'applications', count: 60 },
  ],
  [
    { cardPhotos: 3, orders: 1 },
    { name: 'card_photos', count: 3 },
  ],
  [{ orders: 4 }, { name: 'orders', count: 4, href: '/desk/orders' }],
])('with %j continues with %j', (counts, queue) => {
  expect(findUrgentQueue({ ...empty, ...counts })).toMatchObject(queue);
});

it('has no queue when others have to act', () => {
  expect(findUrgentQueue({ ...empty, payment: 3, returned: 2, clearedToday: 9 })).toBeNull();
});
