import { CircleAlert, FileText } from '#ui/icons/icons.ts';
import { lazy, Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { Disc, Row, Rows } from '#ui/lists/row.tsx';
import type { CsvMapping } from '#features/logbook/shared/dive-files/csv/csv-mapping.ts';
import { formats } from '#features/logbook/shared/dive-files/formats.ts';
import { formatWarning } from './import-text.ts';
import type { ChosenFile } from './use-chosen-files.ts';

const CsvMappingForm = lazy(async () => ({ default: (await import('./csv-mapping-form.tsx')).CsvMappingForm }));

interface FileListProps {
  files: readonly ChosenFile[];
  onMapping: (position: number, mapping: CsvMapping) => void;
}

/** What was found in each file. A long list, such as a folder with a file for each dive, is folded. */
export function FileList({ files, onMapping }: FileListProps) {
  const read = files.filter(({ isReading }) => !isReading);
  const notable = read.filter(isNotable);
  const others = read.filter((file) => !isNotable(file));
  const [shown, folded] = read.length <= 5 ? [read, []] : [notable, others];
  return (
    <div className="grid grid-cols-1 gap-4">
      {shown.length > 0 && (
        <Rows>
          {shown.map((file) => (
            <FileRow key={file.position} file={file} onMapping={onMapping} />
          ))}
        </Rows>
      )}
      {folded.length > 0 && (
        <Disclosure title={<FormattedMessage id="logbook.import.files" values={{ count: folded.length }} />}>
          <Rows>
            {folded.map((file) => (
              <FileRow key={file.position} file={file} onMapping={onMapping} />
            ))}
          </Rows>
        </Disclosure>
      )}
    </div>
  );
}

const isUntried = ({ format }: ChosenFile) => format !== null && !formats[format].isTriedOnRealFile;
const isNotable = (file: ChosenFile) =>
  file.error !== null || file.table !== null || file.warnings.length > 0 || isUntried(file);

function FileRow({ file, onMapping }: { file: ChosenFile; onMapping: FileListProps['onMapping'] }) {
  const { error, format, dives, table, mapping, position } = file;
  // It stays open while the person changes columns.
  const [isColumnsOpen] = useState(
    dives.length === 0 || file.warnings.some(({ code }) => code === 'date-order-assumed'),
  );
  return (
    <>
      <Row
        start={
          <Disc {...(error !== null && { tone: 'coral' as const })}>
            {error === null ? <FileText size={20} /> : <CircleAlert size={20} />}
          </Disc>
        }
        title={<bdi>{file.file.name}</bdi>}
        text={
          error === null ? (
            <>
              {format !== null && (
                <>
                  <bdi>{formats[format].name}</bdi>
                  {'\u00a0· '}
                </>
              )}
              <FormattedMessage id="logbook.import.dives" values={{ count: dives.length }} />
              <FileNotes file={file} />
            </>
          ) : (
            <span className="text-coral" role="alert">
              <FormattedMessage id={`logbook.import.error.${error}` as MessageId} />
            </span>
          )
        }
      />
      {table !== null && mapping !== null && (
        <li className="border-t-0!">
          <Disclosure hasLine={false} isOpen={isColumnsOpen} title={<FormattedMessage id="logbook.import.columns" />}>
            <Suspense>
              <CsvMappingForm table={table} mapping={mapping} onChange={(next) => onMapping(position, next)} />
            </Suspense>
          </Disclosure>
        </li>
      )}
    </>
  );
}

const maxNotes = 5;

function FileNotes({ file }: { file: ChosenFile }) {
  const intl = useIntl();
  // The list of columns shows which are not imported.
  const isLeftOut = ({ code }: (typeof file.warnings)[number]) => code === 'column-ignored';
  const [leftOut, others] = [file.warnings.filter(isLeftOut), file.warnings.filter((warning) => !isLeftOut(warning))];
  const notes = file.table === null ? [...others, ...leftOut] : others;
  return (
    <>
      {isUntried(file) && (
        <span className="mt-1 block text-sand">
          <FormattedMessage id="logbook.import.untried" />
        </span>
      )}
      {notes.slice(0, maxNotes).map((warning) => (
        <span key={`${warning.field} ${warning.code} ${warning.value}`} className="mt-1 block wrap-anywhere" dir="auto">
          {formatWarning(intl, warning)}
        </span>
      ))}
      {notes.length > maxNotes && (
        <span className="block">
          <FormattedMessage id="logbook.import.more_notes" values={{ count: notes.length - maxNotes }} />
        </span>
      )}
    </>
  );
}
