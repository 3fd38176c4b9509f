import { RotateCw, X } from '#ui/icons/icons.ts';
import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { useObjectUrl } from '#platform/web/files/use-object-url.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { cancelUpload, retryUpload, type Upload } from './uploads.ts';

/** An upload with its progress or error. */
export function UploadRow({ upload: { key, file, state, progress, problem } }: { upload: Upload }) {
  const intl = useIntl();
  const id = useId();
  // Files that aren't pictures have no preview.
  const src = useObjectUrl(state === 'refused' ? null : file);
  return (
    <li className="flex flex-wrap items-center gap-2 p-2 border border-line rounded-box bg-surface">
      <span className="flex-none w-18 aspect-4/3 rounded-in overflow-hidden">
        {src ? (
          <img className="size-full object-cover bg-sunken" src={src} alt="" />
        ) : (
          <span className="block size-full bg-sunken" />
        )}
      </span>
      <span className="grid text-sm gap-1 flex-[1_1_160px] min-w-0">
        <bdi id={id} className="min-w-0 overflow-x-clip text-ellipsis whitespace-nowrap font-strong">
          {file.name}
        </bdi>
        {problem !== null ? (
          <span className="text-coral" role="alert">
            <FormattedMessage id={problem} />
          </span>
        ) : (
          <>
            <ProgressBar percent={Math.round(progress * 100)} labelledBy={id} />
            <span className="text-xs text-ink-2">
              <FormattedMessage
                id={`logbook.photos.${state === 'sending' && progress === 1 ? 'working' : state}` as MessageId}
              />
            </span>
          </>
        )}
      </span>
      {state === 'failed' && (
        <Button kind="quiet" onClick={() => retryUpload(key)}>
          <RotateCw size={18} aria-hidden="true" />
          <FormattedMessage id="logbook.photos.retry" />
        </Button>
      )}
      <IconButton
        label={intl.formatMessage(
          { id: problem === null ? 'logbook.photos.cancel' : 'logbook.photos.put_away' },
          { name: file.name },
        )}
        onClick={() => cancelUpload(key)}
      >
        <X size={20} aria-hidden="true" />
      </IconButton>
    </li>
  );
}
