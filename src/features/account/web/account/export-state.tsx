import { PackageCheck } from '#ui/icons/icons.ts';
import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatDay } from '#platform/shared/format-day.ts';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { Disc } from '#ui/lists/row.tsx';
import type { DataExport } from '#features/account/shared/security-contract.ts';

export function ExportProgress({ progress }: { progress: number }) {
  const labelId = useId();
  const intl = useIntl();
  return (
    <div className="mb-4 grid gap-2">
      <p className="flex justify-between gap-4">
        <span id={labelId}>
          <FormattedMessage id="account.export.running" />
        </span>
        <span className="num">{intl.formatNumber(progress / 100, { style: 'percent' })}</span>
      </p>
      <ProgressBar percent={progress} labelledBy={labelId} />
      <p className="text-sm text-ink-2">
        <FormattedMessage id="account.export.leave" />
      </p>
    </div>
  );
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
const step = 1_000;

export function ExportReady({ dataExport }: { dataExport: DataExport }) {
  const intl = useIntl();
  const bytes = dataExport.bytes ?? 0;
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(step))));
  const size = intl.formatNumber(bytes / step ** power, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    maximumFractionDigits: 1,
  });
  return (
    <p className="flex items-center gap-4">
      <Disc tone="accent">
        <PackageCheck size={22} />
      </Disc>
      <span>
        <b className="block">
          <FormattedMessage id="account.export.ready" values={{ size: <span className="num iso">{size}</span> }} />
        </b>
        {dataExport.expiresAt !== null && (
          <span className="block text-sm text-ink-2">
            <FormattedMessage
              id="account.export.until"
              values={{ date: formatDay(intl, dataExport.expiresAt, 'long') }}
            />
          </span>
        )}
      </span>
    </p>
  );
}
