import { useFailureWords } from '../../../platform/web/failure-words.ts';
import { ErrorState } from '../../../ui/error-state.tsx';

export function LoadFailure({ isBusy, onRefresh }: { isBusy: boolean; onRefresh: () => void }) {
  const words = useFailureWords();
  return <ErrorState {...words} isBusy={isBusy} onRefresh={onRefresh} />;
}
