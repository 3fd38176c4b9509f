import { RotateCw, X } from 'lucide-react';
import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
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
    <li className="upload-row">
      <span className="photo-thumb">
        {src ? <img className="photo" src={src} alt="" /> : <span className="photo empty" />}
      </span>
      <span className="upload-text">
        <bdi id={id} className="upload-name">
          {file.name}
        </bdi>
        {problem !== null ? (
          <span className="upload-problem" role="alert">
            <FormattedMessage id={problem} />
          </span>
        ) : (
          <>
            <ProgressBar percent={Math.round(progress * 100)} labelledBy={id} />
            <span className="upload-state">
              <FormattedMessage id={`logbook.photos.${state === 'sending' && progress === 1 ? 'working' : state}`} />
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
