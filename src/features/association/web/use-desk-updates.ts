import { useEffect } from 'react';
import { gql } from '#platform/web/client/gql.ts';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import { onReconnect, subscribe } from '#platform/web/client/subscriptions.ts';
import type { DeskQueueName } from '#domain/audit-actions.ts';
import { refreshQueueCounts } from './queue-counts.ts';

const onDeskChange = gql('subscription { onDeskChange { queue subject } }');

/** The lists of each queue. Open items are not refetched, because every read of them is audited. */
export const queueKeys: Record<DeskQueueName, readonly unknown[]> = {
  applications: ['association', 'applications'],
  photos: ['association', 'queue', 'photos'],
  card_photos: ['association', 'queue', 'card_photos'],
  pages: ['forms', 'waiting-pages'],
  requests: ['association', 'requests'],
  orders: ['shop', 'desk', 'list'],
};

function refresh(queues: readonly DeskQueueName[]): void {
  refreshQueueCounts();
  for (const queue of queues) void currentQueryClient().invalidateQueries({ queryKey: queueKeys[queue] });
}

/** Refreshes the queues and their counts when another clerk decides or an item arrives. */
export function useDeskUpdates(): void {
  useEffect(() => {
    const all = Object.keys(queueKeys) as DeskQueueName[];
    const stops = [
      subscribe(onDeskChange, ({ onDeskChange: { queue } }) => refresh([queue as DeskQueueName])),
      onReconnect(() => refresh(all)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}
