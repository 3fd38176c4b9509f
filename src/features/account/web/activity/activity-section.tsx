import { useInfiniteQuery } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { useFailureWords } from '../../../../platform/web/failure-words.ts';
import { Button } from '../../../../ui/button.tsx';
import { Chip } from '../../../../ui/chip.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { Row, Rows } from '../../../../ui/row.tsx';
import { showMore } from '../../../../ui/show-more.ts';
import { SkeletonGroup, SkeletonRows } from '../../../../ui/skeleton.tsx';
import type { ActivityEntry } from '../../shared/factor-contract.ts';
import type { AccountState } from '../../shared/security-contract.ts';
import { Moment } from '../account-moment.tsx';
import { factors } from '../client.ts';
import { deviceName } from '../device-name.ts';
import { SettingsSection } from '../settings-section.tsx';

/** What happened around signing in, so that somebody notices what was not them. */
export function ActivitySection({ account }: { account: AccountState }) {
  const intl = useIntl();
  const words = useFailureWords();
  const { affiliateId, relation } = account;
  const query = useInfiniteQuery({
    queryKey: ['account', 'activity', affiliateId],
    queryFn: ({ pageParam }) =>
      factors('GET user/{affiliateId}/activity', {
        params: { affiliateId },
        query: pageParam > 0 ? { before: pageParam } : {},
      }),
    initialPageParam: 0,
    getNextPageParam: ({ items, hasMore }) => (hasMore ? items.at(-1)?.id : undefined),
  });
  const entries = query.data?.pages.flatMap(({ items }) => items);
  return (
    <SettingsSection
      title={<FormattedMessage id="account.activity.title" />}
      text={<FormattedMessage id={relation === 'self' ? 'account.activity.text' : 'account.activity.text.child'} />}
    >
      {entries === undefined ? (
        query.isError ? (
          <ErrorState isCard {...words} isBusy={query.isFetching} onRefresh={() => void query.refetch()} />
        ) : (
          <SkeletonGroup label={intl.formatMessage({ id: 'account.activity.loading' })}>
            <SkeletonRows count={3} height={56} />
          </SkeletonGroup>
        )
      ) : entries.length === 0 ? (
        <p className="card pad text-ink-2">
          <FormattedMessage id="account.activity.none" />
        </p>
      ) : (
        <Rows>
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </Rows>
      )}
      {query.hasNextPage && (
        <Button
          kind="outlined"
          className="mt-4"
          isBusy={query.isFetchingNextPage}
          onClick={({ currentTarget }) => void showMore(currentTarget, query.fetchNextPage)}
        >
          <FormattedMessage id="account.activity.more" />
        </Button>
      )}
    </SettingsSection>
  );
}

/** Their own text says how many. */
const kindsWithCount = new Set(['call.refused', 'token.forged']);

function EntryRow({ entry }: { entry: ActivityEntry }) {
  const intl = useIntl();
  const device = deviceName(intl, { browser: entry.browser, system: entry.system });
  return (
    <Row
      wrapsOnPhone
      title={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <FormattedMessage
            id={`account.activity.${entry.kind.replaceAll('.', '_')}`}
            values={{ count: entry.count }}
          />
          {entry.count > 1 && !kindsWithCount.has(entry.kind) && (
            <Chip>
              <FormattedMessage id="account.activity.times" values={{ count: entry.count }} />
            </Chip>
          )}
          {entry.isThisSession && (
            <Chip>
              <FormattedMessage id="account.activity.this" />
            </Chip>
          )}
        </span>
      }
      text={
        <>
          <Moment at={entry.date} />
          {' · '}
          <bdi>{device}</bdi>
          {entry.ip !== '' && (
            <>
              {' · '}
              <span className="ltr">{entry.ip}</span>
            </>
          )}
        </>
      }
    />
  );
}
