import { useFailureWords } from '../../../platform/web/failure-words.ts';
import { ErrorState } from '../../../ui/error-state.tsx';

interface LoadFailureProps {
  query: { isFetching: boolean; refetch: () => unknown };
  level?: 1 | 2 | 3;
}

export function LoadFailure({ query: { isFetching, refetch }, level = 2 }: LoadFailureProps) {
  const words = useFailureWords();
  return <ErrorState isCard level={level} {...words} isBusy={isFetching} onRefresh={() => void refetch()} />;
}
