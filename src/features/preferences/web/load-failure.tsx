import { useErrorState } from '#platform/web/client/use-error-state.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';

/** Loading failed; a retry may help. */
export function LoadFailure({ isBusy, onRetry, level }: { isBusy: boolean; onRetry: () => void; level?: 1 }) {
  const errorState = useErrorState();
  return (
    <div className="mt-6">
      <ErrorState isCard level={level ?? 2} {...errorState} isBusy={isBusy} onRefresh={onRetry} />
    </div>
  );
}
