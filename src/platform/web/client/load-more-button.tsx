import { FormattedMessage } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { Button } from '#ui/buttons/button.tsx';
import { loadMoreAndFocus } from '#ui/lists/load-more.ts';

interface LoadMoreButtonProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  label: MessageId;
}

export function LoadMoreButton({
  query: { hasNextPage, isFetchingNextPage, fetchNextPage },
  label,
}: LoadMoreButtonProps) {
  if (!hasNextPage) return null;
  return (
    <Button
      kind="outlined"
      className="mt-4"
      isBusy={isFetchingNextPage}
      onClick={({ currentTarget }) => void loadMoreAndFocus(currentTarget, fetchNextPage)}
    >
      <FormattedMessage id={label} />
    </Button>
  );
}
