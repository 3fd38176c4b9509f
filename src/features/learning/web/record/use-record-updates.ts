import { useEffect } from 'react';
import { gql } from '#platform/web/client/gql.ts';
import { subscribe } from '#platform/web/client/subscriptions.ts';
import { refreshLearning, useLearningUpdates } from '#features/learning/web/queries.ts';

const onLogbookChange = gql('subscription { onLogbookChange { id } }');

/** Records change when the instructor signs, and when a dive is verified in the logbook. */
export function useRecordUpdates(): void {
  useLearningUpdates();
  useEffect(() => subscribe(onLogbookChange, refreshLearning), []);
}
