import '#features/association/web/desk.css';
import './mail-screen.css';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useErrorState } from '#platform/web/client/use-error-state.ts';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { useIsWide } from '#platform/web/hooks/use-is-wide.ts';
import { isLocale } from '#platform/shared/locale.ts';
import { LinkButton } from '#ui/buttons/button.tsx';
import { Chip } from '#ui/display/chip.tsx';
import { DeskList } from '#ui/lists/desk-list.tsx';
import { LetterDrawing } from '#ui/drawings/letter-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import type { MailTemplate } from '#features/association/shared/contract.ts';
import { desk } from '#features/association/web/client.ts';
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
    queryFn: () => desk('GET mails'),
    staleTime: Infinity,
  });
  const mail = query.data?.find((one) => one.template === template);
  const go = (to: string | null) =>
    void navigate(`/desk/mails${to === null ? '' : `/${to}`}${params.size > 0 ? `?${params}` : ''}`, {
      replace: isWide && template !== undefined,
      preventScrollReset: true,
    });
  return (
    <div className="desk-full mail-desk" data-open={(template !== undefined && !isWide) || undefined}>
      <section className="queue" aria-labelledby="queue-title">
        <div className="queue-head">
          <h1 id="queue-title" tabIndex={-1} data-page-title="">
            <FormattedMessage id="association.mails.title" />
          </h1>
          {query.data && (
            <Chip>
              <FormattedMessage id="association.mails.count" values={{ count: query.data.length }} />
            </Chip>
          )}
        </div>
        <MailList query={query} selected={template ?? null} onSelect={go} />
      </section>
      <section className="detail" aria-labelledby="detail-name">
        {template !== undefined && !isWide && (
          <LinkButton className="detail-back" onClick={() => go(null)}>
            <ArrowLeft className="flip" size={18} aria-hidden="true" />
            <FormattedMessage id="association.mails.back" />
          </LinkButton>
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
    </div>
  );
}

interface MailListProps {
  query: { data: MailTemplate[] | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown };
  selected: string | null;
  onSelect: (template: string) => void;
}

function MailList({ query: { data, error, isFetching, refetch }, selected, onSelect }: MailListProps) {
  const intl = useIntl();
  const errorProps = useErrorState();
  if (data === undefined)
    return error === null ? (
      <SkeletonGroup label={intl.formatMessage({ id: 'association.mails.loading' })} className="queue-loading">
        <SkeletonRows count={12} height={26} />
      </SkeletonGroup>
    ) : (
      <ErrorState {...errorProps} isBusy={isFetching} onRefresh={() => void refetch()} />
    );
  return (
    <DeskList
      label={intl.formatMessage({ id: 'association.mails.title' })}
      items={data}
      getId={({ template }) => template}
      getName={({ name }) => name}
      selected={selected}
      onSelect={onSelect}
    >
      {({ name, area, isRequired }) => (
        <>
          <b className="grow">{name}</b>
          {isRequired && (
            <Chip>
              <FormattedMessage id="association.mails.always" />
            </Chip>
          )}
          <span className="end">
            <FormattedMessage id={`association.mail_area.${area}`} />
          </span>
        </>
      )}
    </DeskList>
  );
}
