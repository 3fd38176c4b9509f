import { useEffect } from 'react';
import { subscribe } from '#platform/web/client/subscriptions.ts';
import { refreshLearning, useLearningUpdates } from '#features/learning/web/queries.ts';

/** Records change when the instructor signs, and when a dive is verified in the logbook. */
export function useRecordUpdates(): void {
  useLearningUpdates();
  useEffect(() => subscribe('subscription { onLogbookChange { id } }', refreshLearning), []);
}
