import { useErrorState } from '#platform/web/client/use-error-state.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';

export function LoadFailure({ isBusy, onRefresh }: { isBusy: boolean; onRefresh: () => void }) {
  const errorProps = useErrorState();
  return <ErrorState {...errorProps} isBusy={isBusy} onRefresh={onRefresh} />;
}
