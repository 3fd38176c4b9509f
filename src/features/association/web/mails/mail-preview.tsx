import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { getTextDirection, intlTag, type Locale, locales } from '#platform/shared/locale.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { useErrorState } from '#platform/web/client/use-error-state.ts';
import { LetterDrawing } from '#ui/drawings/letter-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LanguageSelect } from '#ui/fields/language-select.tsx';
import { SegmentedControl } from '#ui/fields/segmented-control.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import type { MailTemplate } from '#features/association/shared/contract.ts';
import { desk } from '#features/association/web/client.ts';

interface MailPreviewProps {
  template: string;
  mail: MailTemplate | undefined;
  locale: Locale;
  onLocale: (locale: string) => void;
}

const previewModes = ['wide', 'phone', 'text'] as const;
type PreviewMode = (typeof previewModes)[number];

const languages = locales.map((code) => ({
  code,
  name: new Intl.DisplayNames(intlTag(code), { type: 'language' }).of(intlTag(code)) ?? code,
  lang: intlTag(code),
}));

/** Shows the mail in a sandboxed frame that runs no scripts. */
export function MailPreview({ template, mail, locale, onLocale }: MailPreviewProps) {
  const intl = useIntl();
  const [look, setLook] = useState<PreviewMode>('wide');
  const query = useQuery({
    queryKey: ['association', 'mail', template, locale],
    queryFn: () => desk('GET mails/{template}', { params: { template }, query: { locale } }),
    staleTime: Infinity,
    placeholderData: (before, last) => (last?.queryKey[2] === template ? keepPreviousData(before) : undefined),
  });
  const { data } = query;
  return (
    <>
      <header className="mail-head">
        <div className="min-w-0">
          <h2 id="detail-name">{mail?.name ?? <code>{template}</code>}</h2>
          {data && (
            <p className="text-sm text-ink-2" lang={intlTag(locale)} dir={getTextDirection(locale)}>
              {data.subject}
            </p>
          )}
        </div>
        <div className="mail-ways">
          <SegmentedControl
            isLabelHidden
            label={intl.formatMessage({ id: 'association.mails.look' })}
            options={previewModes.map((value) => ({
              value,
              label: intl.formatMessage({ id: `association.mails.look_${value}` }),
            }))}
            value={look}
            onChange={setLook}
          />
          <LanguageSelect
            label={intl.formatMessage({ id: 'association.mails.language' })}
            value={locale}
            options={languages}
            onChoose={onLocale}
          />
        </div>
      </header>
      {data === undefined ? (
        <PreviewError query={query} />
      ) : look === 'text' ? (
        // Focusable, so long text can be scrolled with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className="mail-text" lang={intlTag(locale)} dir={getTextDirection(locale)} tabIndex={0}>
          {data.text}
        </pre>
      ) : (
        <div className={`mail-frame ${look}`}>
          <iframe
            title={intl.formatMessage({ id: 'association.mails.preview' }, { name: mail?.name ?? template })}
            sandbox=""
            srcDoc={data.html}
          />
        </div>
      )}
    </>
  );
}

interface PreviewQuery {
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

function PreviewError({ query: { error, isFetching, refetch } }: { query: PreviewQuery }) {
  const intl = useIntl();
  const errorProps = useErrorState();
  if (error instanceof ApiError && [400, 404].includes(error.status))
    return <EmptyState drawing={<LetterDrawing />} title={<FormattedMessage id="association.mails.none" />} />;
  if (error !== null) return <ErrorState {...errorProps} isBusy={isFetching} onRefresh={() => void refetch()} />;
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'association.mails.loading_one' })} className="queue-loading">
      <Skeleton height={320} />
    </SkeletonGroup>
  );
}
