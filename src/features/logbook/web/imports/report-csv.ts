import type { IntlShape } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { escapeCell } from '#features/logbook/shared/dive-files/csv/csv-escape.ts';
import type { DiveImport, ImportEntry } from '#features/logbook/shared/import-contract.ts';
import { formatLoss, formatReportField, formatWarning } from './import-text.ts';

/** The whole loss report as a table that spreadsheets open safely: file, dive, date, status, remark. */
export function createReportCsv(intl: IntlShape, item: DiveImport, entries: readonly ImportEntry[]): string {
  const names = new Map(item.files.map(({ position, name }) => [position, name]));
  const format = (id: MessageId) => intl.formatMessage({ id });
  const rows = [
    ...item.files.flatMap(({ name, warnings }) =>
      warnings.map((warning) => [name, '', '', '', formatWarning(intl, warning)]),
    ),
    ...entries.flatMap((entry) => {
      const { file, dive, dive_title: title, dive_date: date, action, kept } = entry;
      const dives = [names.get(file) ?? '', String(dive + 1), date ?? '', title ?? ''];
      const status = format(`logbook.import.action.${action}` as MessageId);
      const fields = [...new Set(kept.map((field) => formatReportField(intl, field)))];
      const remarks = [
        ...entry.entries.map((loss) => formatLoss(intl, loss)),
        ...entry.warnings.map((warning) => formatWarning(intl, warning)),
        ...(fields.length > 0
          ? [intl.formatMessage({ id: 'logbook.import.kept_fields' }, { fields: fields.join(', ') })]
          : []),
      ];
      return [[...dives, status], ...remarks.map((remark) => [...dives, remark])];
    }),
  ];
  // Spreadsheet programs recognize UTF-8 by the byte order mark.
  return `\uFEFF${rows.map((row) => row.map(quote).join(',')).join('\r\n')}\r\n`;
}

function quote(cell: string): string {
  // Spreadsheets also skip spaces in front of a formula.
  return `"${escapeCell(cell.trim()).replaceAll('"', '""')}"`;
}
