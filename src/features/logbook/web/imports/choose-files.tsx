import { FileUp } from '#ui/icons/icons.ts';
import { clsx } from 'clsx';
import { useRef, useState, type ChangeEvent, type DragEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { csvProfiles, untriedNames } from '#features/logbook/shared/dive-files/formats.ts';
import { collectFiles, filterFiles, hasFiles, type CollectedFiles } from './collect-files.ts';

interface ChooseFilesProps {
  /** After the first files only the buttons stay. */
  isSmall: boolean;
  onFiles: (chosen: CollectedFiles) => void;
}

/** Files and folders, chosen or dropped. */
export function ChooseFiles({ isSmall, onFiles }: ChooseFilesProps) {
  const intl = useIntl();
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void collectFiles(event.dataTransfer).then(onFiles);
  };
  return (
    <div
      className={clsx(
        'grid justify-items-center gap-4 rounded-box border-[1.5px] border-dashed px-5 text-center',
        isSmall ? 'py-5' : 'py-10',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-2',
      )}
      data-part="drop-zone"
      onDragOver={(event) => {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {!isSmall && <FileUp className="text-accent-text" size={32} aria-hidden="true" />}
      <p className="hidden font-strong pointer-fine:block">
        <FormattedMessage id="logbook.import.drop" />
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <FileButton kind={isSmall ? 'outlined' : 'filled'} onFiles={onFiles} />
        <FileButton kind="outlined" isFolder onFiles={onFiles} />
      </div>
      {!isSmall && (
        <div className="grid max-w-140 gap-1 text-sm text-ink-2">
          <p>
            <FormattedMessage id="logbook.import.formats" />
          </p>
          <p>
            <FormattedMessage
              id="logbook.import.untried_list"
              values={{
                formats: intl.formatList(
                  untriedNames.map((name) => (
                    <bdi key={name}>
                      {name === csvProfiles ? <FormattedMessage id="logbook.import.untried_csv_profiles" /> : name}
                    </bdi>
                  )),
                ),
              }}
            />
          </p>
        </div>
      )}
    </div>
  );
}

interface FileButtonProps {
  kind: 'filled' | 'outlined';
  isFolder?: boolean;
  onFiles: ChooseFilesProps['onFiles'];
}

/** Phones can't choose folders; the button is hidden where the browser doesn't know them. */
function FileButton({ kind, isFolder = false, onFiles }: FileButtonProps) {
  const intl = useIntl();
  const input = useRef<HTMLInputElement>(null);
  const label = intl.formatMessage({ id: isFolder ? 'logbook.import.choose_folder' : 'logbook.import.choose' });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = filterFiles([...(target.files ?? [])]);
    if (files.length > 0) onFiles({ files, isIncomplete: false });
    // The reset makes choosing the same files again fire a change event.
    target.value = '';
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={label}
        {...(isFolder && { webkitdirectory: '' })}
        onChange={choose}
      />
      <Button kind={kind} className={isFolder ? 'pointer-coarse:hidden' : ''} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
