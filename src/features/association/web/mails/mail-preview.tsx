import { clsx } from 'clsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { getTextDirection, intlTag, listLanguages, type Locale } from '#platform/shared/locale.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { LetterDrawing } from '#ui/drawings/letter-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { LanguageSelect } from '#ui/fields/language-select.tsx';
import { SegmentedControl } from '#ui/fields/segmented-control.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import type { MailTemplate } from '#features/association/shared/contract.ts';
import { deskClient } from '#features/association/web/client.ts';

interface MailPreviewProps {
  template: string;
  mail: MailTemplate | undefined;
  locale: Locale;
  onLocale: (locale: string) => void;
}

const plainText = 'm-0 flex-1 overflow-auto px-gutter py-5 text-sm wrap-anywhere whitespace-pre-wrap';
const previewModes = ['wide', 'phone', 'text'] as const;
type PreviewMode = (typeof previewModes)[number];

const languages = listLanguages();

/** Shows the mail in a sandboxed frame that runs no scripts. */
export function MailPreview({ template, mail, locale, onLocale }: MailPreviewProps) {
  const intl = useIntl();
  const [look, setLook] = useState<PreviewMode>('wide');
  const query = useQuery({
    queryKey: ['association', 'mail', template, locale],
    queryFn: () => deskClient('GET mails/{template}', { params: { template }, query: { locale } }),
    staleTime: Infinity,
    placeholderData: (before, last) => (last?.queryKey[2] === template ? keepPreviousData(before) : undefined),
  });
  const { data } = query;
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-y-3 gap-x-6 py-4 px-gutter border-b border-line">
        <div className="min-w-0">
          <h2 className="wrap-anywhere" id="detail-name">
            {mail?.name ?? <code>{template}</code>}
          </h2>
          {data && (
            <p className="text-sm text-ink-2" lang={intlTag(locale)} dir={getTextDirection(locale)}>
              {data.subject}
            </p>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-y-2 gap-x-4">
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
      <QueryView
        query={query}
        skeleton={
          <SkeletonGroup label={intl.formatMessage({ id: 'association.mails.loading_one' })} className="grid gap-4 p-4">
            <Skeleton height={320} />
          </SkeletonGroup>
        }
        renderError={(error) =>
          error instanceof ApiError &&
          [400, 404].includes(error.status) && (
            <EmptyState drawing={<LetterDrawing />} title={<FormattedMessage id="association.mails.none" />} />
          )
        }
      >
        {({ text, html }) =>
          look === 'text' ? (
            // Focusable, so long text can be scrolled with the keyboard.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            <pre className={plainText} lang={intlTag(locale)} dir={getTextDirection(locale)} tabIndex={0}>
              {text}
            </pre>
          ) : (
            <div
              className={clsx(
                'grid min-h-140 flex-1 justify-items-center bg-sunken xl:min-h-0',
                look === 'phone' && 'py-5',
              )}
            >
              <iframe
                // A mail has a white background in both color schemes.
                className={clsx(
                  'size-full bg-(--card-paper) [color-scheme:light]',
                  look === 'phone' && 'max-w-93.75 rounded-box border border-line',
                )}
                title={intl.formatMessage({ id: 'association.mails.preview' }, { name: mail?.name ?? template })}
                sandbox=""
                srcDoc={html}
              />
            </div>
          )
        }
      </QueryView>
    </>
  );
}
