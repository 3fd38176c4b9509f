import { useErrorState } from '#platform/web/client/use-error-state.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';

interface LoadFailureProps {
  query: { isFetching: boolean; refetch: () => unknown };
  level?: 1 | 2 | 3;
}

export function LoadFailure({ query: { isFetching, refetch }, level = 2 }: LoadFailureProps) {
  const errorState = useErrorState();
  return <ErrorState isCard level={level} {...errorState} isBusy={isFetching} onRefresh={() => void refetch()} />;
}
