import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { createClient } from '#platform/web/client/client.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { RadioCards } from '#ui/fields/radio-cards.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { exportLosses, type LossyFormat } from '#features/logbook/shared/dive-files/writers/export-losses.ts';
import type { LogFilter } from '#features/logbook/shared/contract.ts';
import type { DiveExport, exportEndpoints, ExportFormat } from '#features/logbook/shared/export-contract.ts';
import { pageOptions } from '#features/logbook/web/queries.ts';

const exportClient = createClient<typeof exportEndpoints>('/api/logbook');

interface ExportDialogProps {
  /** One dive, for which there is nothing to choose but the format. */
  ids?: string[];
  /** The number of dives in the logbook. */
  dives?: number;
  /** The part of the logbook that the list shows. */
  filter?: LogFilter;
  onClose: () => void;
}

/** Names of formats and programs are the same in every language. */
const names = { uddf: 'UDDF', subsurface: 'Subsurface', csv: 'CSV' } as const;

const formats: { value: ExportFormat; title: ReactNode; text: ReactNode }[] = [
  {
    value: 'pdf',
    title: <FormattedMessage id="logbook.export.pdf" />,
    text: <FormattedMessage id="logbook.export.pdf_text" />,
  },
  describe('uddf', <FormattedMessage id="logbook.export.uddf_text" />),
  describe('subsurface', <FormattedMessage id="logbook.export.subsurface_text" />),
  describe('csv', <FormattedMessage id="logbook.export.csv_text" />),
  {
    value: 'originals',
    title: <FormattedMessage id="logbook.export.originals" />,
    text: <FormattedMessage id="logbook.export.originals_text" />,
  },
];

function describe(format: LossyFormat, purpose: ReactNode) {
  return {
    value: format,
    title: names[format],
    text: (
      <>
        {purpose} <NotIncluded format={format} />
      </>
    ),
  };
}

function NotIncluded({ format }: { format: LossyFormat }) {
  const intl = useIntl();
  const parts = exportLosses[format].map((part) => intl.formatMessage({ id: `logbook.export.lost.${part}` }));
  return (
    <span className="mt-1 block">
      <FormattedMessage id="logbook.export.not_included" values={{ parts: intl.formatList(parts) }} />
    </span>
  );
}

/** Chooses dives and format, and starts the download. */
export function ExportDialog({ ids, dives = 0, filter, onClose }: ExportDialogProps) {
  const intl = useIntl();
  const [part, setPart] = useState<'shown' | 'all'>(filter === undefined ? 'all' : 'shown');
  const [format, setFormat] = useState<ExportFormat>('pdf');
  // The list has loaded this page already.
  const shown = useQuery({
    ...pageOptions({ filter: filter ?? {}, sort: 'dive_date_desc' }, 0),
    enabled: filter !== undefined,
  });
  const start = useMutation({
    mutationFn: (body: DiveExport) => exportClient('POST api/Export/CreateLink', { body }),
    onSuccess: ({ url }) => {
      startDownload(url);
      showToast({ text: intl.formatMessage({ id: 'logbook.export.started' }) });
      onClose();
    },
  });
  return (
    <FormDialog
      title={<FormattedMessage id={ids === undefined ? 'logbook.export.title' : 'logbook.export.title_dive'} />}
      className="grid gap-6"
      form={{
        onSubmit: (event) => {
          event.preventDefault();
          start.mutate({ format, ...(ids && { ids }), ...(part === 'shown' && filter && { filter }) });
        },
      }}
      cancelLabel={<FormattedMessage id="logbook.return.cancel" />}
      submitLabel={<FormattedMessage id="logbook.export.submit" />}
      isBusy={start.isPending}
      onClose={onClose}
    >
      <FormAlert problem={start.error && formatErrorMessage(intl, start.error)} failureCount={start.failureCount} />
      {filter !== undefined && (
        <RadioCards
          label={<FormattedMessage id="logbook.export.title" />}
          value={part}
          onPick={setPart}
          picks={[
            {
              value: 'shown',
              title: <FormattedMessage id="logbook.export.shown" values={{ count: shown.data?.total ?? 0 }} />,
            },
            { value: 'all', title: <FormattedMessage id="logbook.export.all" values={{ count: dives }} /> },
          ]}
        />
      )}
      <RadioCards
        label={<FormattedMessage id="logbook.export.format" />}
        value={format}
        onPick={setFormat}
        picks={formats}
      />
    </FormDialog>
  );
}

/** The browser saves the file as it arrives, however large it is. */
function startDownload(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
