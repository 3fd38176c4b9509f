import { useErrorState } from '#platform/web/client/use-error-state.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';

export function LoadFailure({ isBusy, onRefresh }: { isBusy: boolean; onRefresh: () => void }) {
  const messages = useErrorState();
  return <ErrorState {...messages} isBusy={isBusy} onRefresh={onRefresh} />;
}
