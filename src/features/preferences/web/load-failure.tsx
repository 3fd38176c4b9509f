import { useErrorState } from '#platform/web/client/use-error-state.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';

/** What should be shown could not be had; trying again may help. */
export function LoadFailure({ isBusy, onRetry, level }: { isBusy: boolean; onRetry: () => void; level?: 1 }) {
  const words = useErrorState();
  return (
    <div className="mt-6">
      <ErrorState isCard level={level ?? 2} {...words} isBusy={isBusy} onRefresh={onRetry} />
    </div>
  );
}
