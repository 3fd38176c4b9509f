import { FormattedMessage } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { Button } from '#ui/buttons/button.tsx';

interface LoadMoreButtonProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  label?: MessageId;
  /** Finds the rows within the button's parent, if they are in several lists. */
  rowSelector?: string;
}

export function LoadMoreButton({
  query: { hasNextPage, isFetchingNextPage, fetchNextPage },
  label = 'shell.list.more',
  rowSelector,
}: LoadMoreButtonProps) {
  if (!hasNextPage) return null;
  const loadMore = async (button: Element) => {
    const { loadMoreAndFocus } = await import('#ui/lists/load-more.ts');
    await loadMoreAndFocus(button, fetchNextPage, rowSelector);
  };
  return (
    <Button
      kind="outlined"
      className="mt-4"
      isBusy={isFetchingNextPage}
      onClick={({ currentTarget }) => void loadMore(currentTarget)}
    >
      <FormattedMessage id={label} />
    </Button>
  );
}
