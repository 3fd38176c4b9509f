import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { DividedList } from '#ui/lists/row.tsx';
import type { MessageId } from '#platform/shared/message-id.ts';
import { LinkButton } from '#ui/buttons/button.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import type { ChildUpdates } from './child-updates.ts';

interface ChildSectionProps<Item extends { affiliateId: number }> {
  title: MessageId;
  updates: ChildUpdates<Item>;
  /** The message for an empty list. */
  none: MessageId;
  items: readonly ReactNode[];
}

/** A short list from another feature, with its own loading and error state. */
export function ChildSection<Item extends { affiliateId: number }>({
  title,
  updates,
  none,
  items,
}: ChildSectionProps<Item>) {
  const intl = useIntl();
  return (
    <section>
      <h3 className="mb-1">
        <FormattedMessage id={title} />
      </h3>
      {updates.items !== undefined ? (
        items.length > 0 ? (
          <DividedList>{items}</DividedList>
        ) : (
          <p className="text-sm text-ink-2">
            <FormattedMessage id={none} />
          </p>
        )
      ) : updates.hasFailed ? (
        <p className="text-sm text-ink-2" role="alert">
          <FormattedMessage id="family.part.failed" />{' '}
          <LinkButton onClick={updates.retry} aria-disabled={updates.isBusy || undefined}>
            <FormattedMessage id="shell.refresh" />
          </LinkButton>
        </p>
      ) : (
        <SkeletonGroup label={intl.formatMessage({ id: 'family.loading' })}>
          <Skeleton height={56} />
        </SkeletonGroup>
      )}
    </section>
  );
}
