import { useInfiniteQuery } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { LoadMoreButton } from '#platform/web/client/load-more-button.tsx';
import type { MessageId } from '#platform/shared/message-id.ts';
import { mapQuery } from '#platform/web/client/query-state.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { Chip } from '#ui/display/chip.tsx';
import { Row, Rows } from '#ui/lists/row.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import type { ActivityEntry } from '#features/account/shared/factor-contract.ts';
import type { AccountState } from '#features/account/shared/security-contract.ts';
import { TimeAgo } from './time-ago.tsx';
import { factorClient } from '#features/account/web/client.ts';
import { formatDeviceName } from './device-name.ts';
import { SettingsSection } from '#features/account/web/settings-section.tsx';

/** Recent security events, so people notice activity that wasn't theirs. */
export function ActivitySection({ account }: { account: AccountState }) {
  const intl = useIntl();
  const { affiliateId, relation } = account;
  const query = useInfiniteQuery({
    queryKey: ['account', 'activity', affiliateId],
    queryFn: ({ pageParam }) =>
      factorClient('GET user/{affiliateId}/activity', {
        params: { affiliateId },
        query: pageParam > 0 ? { before: pageParam } : {},
      }),
    initialPageParam: 0,
    getNextPageParam: ({ items, hasMore }) => (hasMore ? items.at(-1)?.id : undefined),
  });
  return (
    <SettingsSection
      title={<FormattedMessage id="account.activity.title" />}
      text={<FormattedMessage id={relation === 'self' ? 'account.activity.text' : 'account.activity.text.child'} />}
    >
      <QueryView
        query={mapQuery(query, ({ pages }) => pages.flatMap(({ items }) => items))}
        skeleton={
          <SkeletonGroup label={intl.formatMessage({ id: 'account.activity.loading' })}>
            <SkeletonRows count={3} height={56} />
          </SkeletonGroup>
        }
        isCard
        isEmpty={(entries) => entries.length === 0}
        empty={
          <p className="card p-5 lg:p-6 text-ink-2">
            <FormattedMessage id="account.activity.none" />
          </p>
        }
      >
        {(entries) => (
          <Rows>
            {entries.map((entry) => (
              <EntryRow key={entry.id} entry={entry} />
            ))}
          </Rows>
        )}
      </QueryView>
      <LoadMoreButton query={query} label="account.activity.more" />
    </SettingsSection>
  );
}

/** Kinds whose own message contains the count. */
const kindsWithCount = new Set(['call.refused', 'token.forged']);

function EntryRow({ entry }: { entry: ActivityEntry }) {
  const intl = useIntl();
  const device = formatDeviceName(intl, { browser: entry.browser, system: entry.system });
  return (
    <Row
      wrapsOnPhone
      title={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <FormattedMessage
            id={`account.activity.${entry.kind.replaceAll('.', '_')}` as MessageId}
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
          <TimeAgo at={entry.date} />
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
