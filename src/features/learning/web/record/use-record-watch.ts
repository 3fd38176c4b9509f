import { useEffect } from 'react';
import { subscribe } from '../../../../platform/web/live.ts';
import { refreshLearning, useLearningWatch } from '../queries.ts';

/** A record changes when the instructor signs, and when a dive of it is verified in the logbook. */
export function useRecordWatch(): void {
  useLearningWatch();
  useEffect(() => subscribe('subscription { onLogbookChange { id } }', refreshLearning), []);
}
