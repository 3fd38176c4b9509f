import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { useIsWide } from '#platform/web/hooks/use-is-wide.ts';
import { isLocale } from '#platform/shared/locale.ts';
import type { QueryState } from '#platform/web/client/query-state.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { Chip } from '#ui/display/chip.tsx';
import { DeskList } from '#ui/lists/desk-list.tsx';
import { LetterDrawing } from '#ui/drawings/letter-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import type { MailTemplate } from '#features/association/shared/contract.ts';
import { deskClient } from '#features/association/web/client.ts';
import { BackButton, DeskListPane, DeskPage, detailPane } from '#features/association/web/desk-layout.tsx';
import { MailPreview } from './mail-preview.tsx';

/** All mails the portal sends, as previews. */
export function MailScreen() {
  const navigate = useNavigate();
  const isWide = useIsWide();
  const { template } = useParams();
  const [params, setParams] = useSearchParams();
  const requestedLang = params.get('lang');
  const locale = isLocale(requestedLang) ? requestedLang : currentLocale();
  const query = useQuery({
    queryKey: ['association', 'mails', currentLocale()],
    queryFn: () => deskClient('GET mails'),
    staleTime: Infinity,
  });
  const mail = query.data?.find((item) => item.template === template);
  const go = (to: string | null) =>
    void navigate(`/desk/mails${to === null ? '' : `/${to}`}${params.size > 0 ? `?${params}` : ''}`, {
      replace: isWide && template !== undefined,
      preventScrollReset: true,
    });
  return (
    <DeskPage
      columns="xl:grid-cols-[minmax(320px,420px)_minmax(0,1fr)]"
      isDetailAlone={template !== undefined && !isWide}
    >
      <DeskListPane
        title={<FormattedMessage id="association.mails.title" />}
        tools={
          query.data && (
            <Chip>
              <FormattedMessage id="association.mails.count" values={{ count: query.data.length }} />
            </Chip>
          )
        }
      >
        <MailList query={query} selected={template ?? null} onSelect={go} />
      </DeskListPane>
      <section className={clsx(detailPane, 'max-xl:group-not-data-open:hidden')} aria-labelledby="detail-name">
        {template !== undefined && !isWide && (
          <BackButton className="mx-gutter mt-4" onBack={() => go(null)}>
            <FormattedMessage id="association.mails.back" />
          </BackButton>
        )}
        {template === undefined ? (
          <EmptyState
            drawing={<LetterDrawing />}
            title={
              <span id="detail-name">
                <FormattedMessage id="association.mails.choose" />
              </span>
            }
            text={<FormattedMessage id="association.mails.choose_text" />}
          />
        ) : (
          <MailPreview
            template={template}
            mail={mail}
            locale={locale}
            onLocale={(lang) => setParams({ lang }, { replace: true, preventScrollReset: true })}
          />
        )}
      </section>
    </DeskPage>
  );
}

interface MailListProps {
  query: QueryState<MailTemplate[]>;
  selected: string | null;
  onSelect: (template: string) => void;
}

function MailList({ query, selected, onSelect }: MailListProps) {
  const intl = useIntl();
  return (
    <QueryView
      query={query}
      skeleton={
        <SkeletonGroup label={intl.formatMessage({ id: 'association.mails.loading' })} className="grid gap-4 p-4">
          <SkeletonRows count={12} height={26} />
        </SkeletonGroup>
      }
    >
      {(mails) => (
        <DeskList
          label={intl.formatMessage({ id: 'association.mails.title' })}
          items={mails}
          getId={({ template }) => template}
          getName={({ name }) => name}
          selected={selected}
          onSelect={onSelect}
          className="flex-1 bg-surface"
          itemClassName="min-h-10.5"
        >
          {({ name, area, isRequired }) => (
            <>
              <b className="min-w-0 flex-1 wrap-anywhere">{name}</b>
              {isRequired && (
                <Chip>
                  <FormattedMessage id="association.mails.always" />
                </Chip>
              )}
              <span className="ms-auto flex-none text-(length:--t-xs) text-ink-2 num">
                <FormattedMessage id={`association.mail_area.${area}` as MessageId} />
              </span>
            </>
          )}
        </DeskList>
      )}
    </QueryView>
  );
}
