import { useEffect, useRef, useState, type ComponentType } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { useSearchParams } from 'react-router';
import { FormattedDay } from '#platform/web/i18n/formatted-day.tsx';
import type { MessageIdEnd } from '#platform/shared/message-id.ts';
import { isTextInput, usePageShortcuts } from '#platform/web/hooks/use-page-shortcuts.ts';
import { useIsWide } from '#platform/web/hooks/use-is-wide.ts';
import { mapQuery } from '#platform/web/client/query-state.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { Chip } from '#ui/display/chip.tsx';
import { SlateDrawing } from '#ui/drawings/slate-drawing.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { DeskShortcuts, DeskTable, type DeskColumn } from '#ui/lists/desk-table.tsx';
import { focusTitleIfLost } from '#ui/accessibility/focus-title.ts';
import type { WaitingPage } from '#features/forms/shared/physician-contract.ts';
import { physicianClient } from '#features/association/web/client.ts';
import { DecidedBy } from '#features/association/web/decided-by.tsx';
import { BackButton, DeskListPane, DeskPage, deskScroll, DetailPane } from '#features/association/web/desk-layout.tsx';
import { MoreRows } from '#features/association/web/more-rows.tsx';
import { refreshQueueCounts } from '#features/association/web/queue-counts.ts';
import { queueKeys } from '#features/association/web/use-desk-updates.ts';
import { listItems, useQueue } from '#features/association/web/use-queue.ts';
import { focusAdjacentRow } from '#features/association/web/desk-focus.ts';
import { searchRow } from '#features/association/web/search/search-screen.tsx';
import { WaitingTime } from '#features/association/web/waiting-time.tsx';

const steps: Readonly<Record<string, number>> = { j: 1, k: -1 };

/** The key is under `forms`, so the list is refetched when a form is decided. */
const useWaitingPages = () =>
  useQueue(queueKeys.pages, (offset) => physicianClient('GET Pages/waiting', { query: { offset } }));

interface PhysicianPageScreenProps {
  Review: ComponentType<{ documentId: string; onDecided: () => void }>;
}

/** Physician's pages of forms without a reviewer. Every read is shown to the diver, so none opens automatically. */
export function PhysicianPageScreen({ Review }: PhysicianPageScreenProps) {
  const isWide = useIsWide();
  const [params, setParams] = useSearchParams();
  const root = useRef<HTMLDivElement>(null);
  const query = useWaitingPages();
  const pages = query.data && listItems(query.data);
  const opened = pages?.find(({ recordId }) => recordId === params.get('open'));
  // The page stays open when another clerk decides about it, and tells who.
  const [former, setFormer] = useState<WaitingPage | null>(null);
  if (opened !== undefined && opened !== former) setFormer(opened);
  const gone = opened === undefined && former?.recordId === params.get('open') ? former : null;
  const total = query.data?.pages[0]?.total;
  useEffect(() => {
    if (total !== undefined) refreshQueueCounts();
  }, [total]);
  const openId = opened?.recordId ?? null;
  useEffect(() => {
    // The focus is lost when the open page is decided or closed.
    if (openId === null) focusTitleIfLost();
  }, [openId]);
  const open = (recordId: string | null) =>
    setParams(recordId === null ? {} : { open: recordId }, { replace: recordId === null, preventScrollReset: true });
  usePageShortcuts(({ key }, target) => {
    if (isTextInput(target)) return false;
    if (key === 'Escape' && opened !== undefined) {
      open(null);
      return true;
    }
    const step = steps[key];
    return step !== undefined && focusAdjacentRow(root.current, target, step);
  });
  return (
    <DeskPage
      ref={root}
      columns="xl:has-[>_:nth-child(2)]:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]"
      isDetailAlone={(opened ?? gone) !== null && !isWide}
    >
      <DeskListPane
        title={<FormattedMessage id="association.pages.title" />}
        tools={
          total !== undefined &&
          total > 0 && (
            <Chip>
              <FormattedMessage id="association.photos.waiting" values={{ count: total }} />
            </Chip>
          )
        }
      >
        <div className={deskScroll}>
          <WaitingPageTable query={query} openId={openId} onOpen={open} />
        </div>
        <div className="hidden lg:block">
          <DeskShortcuts
            keys={[
              { keys: ['J', 'K'], text: <FormattedMessage id="association.key.move" /> },
              { keys: ['Enter'], text: <FormattedMessage id="association.key.open" /> },
              { keys: ['Esc'], text: <FormattedMessage id="association.key.back" /> },
            ]}
          />
        </div>
      </DeskListPane>
      {(opened ?? gone) && (
        <DetailPane {...(opened && { labelledBy: 'detail-name' })}>
          {!isWide && (
            <BackButton onBack={() => open(null)}>
              <FormattedMessage id="association.applications.back" />
            </BackButton>
          )}
          {opened && (
            <>
              <DetailHeader key={opened.recordId} page={opened} />
              <Review key={opened.recordId} documentId={opened.recordId} onDecided={() => open(null)} />
            </>
          )}
          <div role="alert">{gone && <GonePage page={gone} />}</div>
        </DetailPane>
      )}
    </DeskPage>
  );
}

function GonePage({ page: { fullName, affiliateId, uploadedDate } }: { page: WaitingPage }) {
  return (
    <Callout kind="wait">
      <b>
        <bdi>{fullName}</bdi>
      </b>
      <p>
        <FormattedMessage id="forms.review.over" />
      </p>
      <DecidedBy queue="pages" subject={`person:${affiliateId}`} since={uploadedDate} />
    </Callout>
  );
}

function DetailHeader({ page: { fullName, affiliateId, signedDate } }: { page: WaitingPage }) {
  const name = useRef<HTMLHeadingElement>(null);
  useEffect(() => name.current?.focus({ preventScroll: true }), []);
  return (
    <header>
      <h2 id="detail-name" ref={name} tabIndex={-1}>
        <bdi>{fullName}</bdi>
      </h2>
      <p className="num text-sm text-ink-2">
        <FormattedMessage
          id="association.pages.facts"
          values={{
            number: <bdi key="number">{affiliateId}</bdi>,
            date: <FormattedDay value={signedDate} />,
          }}
        />
      </p>
    </header>
  );
}

interface WaitingPageTableProps {
  query: ReturnType<typeof useWaitingPages>;
  openId: string | null;
  onOpen: (recordId: string) => void;
}

function WaitingPageTable({ query, openId, onOpen }: WaitingPageTableProps) {
  const intl = useIntl();
  return (
    <QueryView
      query={mapQuery(query, listItems)}
      skeleton={
        <SkeletonGroup label={intl.formatMessage({ id: 'association.pages.loading' })} className="grid gap-4 p-4">
          <SkeletonRows count={6} height={26} />
        </SkeletonGroup>
      }
      isEmpty={(pages) => pages.length === 0}
      empty={
        <EmptyState
          drawing={<SlateDrawing />}
          title={<FormattedMessage id="association.pages.nothing" />}
          text={<FormattedMessage id="association.pages.nothing_text" />}
        />
      }
    >
      {(pages) => (
        <>
          <DeskTable
            label={intl.formatMessage({ id: 'association.pages.title' })}
            columns={getColumns(intl, new Date(query.dataUpdatedAt))}
            items={pages}
            getId={({ recordId }) => recordId}
            current={openId}
            onOpen={onOpen}
            rowClassName={searchRow}
          />
          {query.hasNextPage && (
            <MoreRows isBusy={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()} />
          )}
        </>
      )}
    </QueryView>
  );
}

function getColumns(intl: IntlShape, now: Date): DeskColumn<WaitingPage>[] {
  const title = (id: MessageIdEnd<'association.pages.column_'>) =>
    intl.formatMessage({ id: `association.pages.column_${id}` });
  return [
    {
      id: 'name',
      title: title('name'),
      isRowHeader: true,
      cell: ({ fullName, isMinor }) => (
        <>
          <b>
            <bdi>{fullName}</bdi>
          </b>
          {isMinor && (
            <Chip>
              <FormattedMessage id="association.photos.minor" />
            </Chip>
          )}
        </>
      ),
    },
    {
      id: 'kind',
      title: title('kind'),
      cell: ({ kind }) => <FormattedMessage id={`association.pages.kind_${kind}`} />,
    },
    { id: 'number', title: title('number'), cell: ({ affiliateId }) => affiliateId },
    {
      id: 'signed',
      title: title('signed'),
      cell: ({ signedDate }) => <FormattedDay value={signedDate} />,
    },
    {
      id: 'waiting',
      title: title('waiting'),
      isEnd: true,
      cell: ({ uploadedDate }) => <WaitingTime since={uploadedDate} now={now} />,
    },
  ];
}
