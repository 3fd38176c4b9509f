import './upload-progress.css';
import { X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { ProgressBar } from './progress-bar.tsx';

type UploadProgressProps = {
  /** Null while there is none: it stands all the time, so that who listens hears it come. */
  file: UploadItem | null;
};

type UploadItem = {
  name: string;
  /** Between 0 and 1. */
  progress: number;
  /** What happens to it now. */
  text: ReactNode;
  /** Why it did not arrive. */
  problem: ReactNode;
  cancelLabel: string;
  onCancel: () => void;
};

/** A file that is being sent: how far it is, or why it did not arrive. */
export function UploadProgress({ file }: UploadProgressProps) {
  return (
    <>
      {file && <UploadItemRow {...file} />}
      <span className="vh" aria-live="polite">
        {file && !file.problem && (
          <>
            <bdi>{file.name}</bdi> {file.text}
          </>
        )}
      </span>
    </>
  );
}

function UploadItemRow({ name, progress, text, problem, cancelLabel, onCancel }: UploadItem) {
  const nameId = useId();
  return (
    <span className="file-on-its-way">
      <span className="grow">
        <bdi id={nameId}>{name}</bdi>
        {problem ? (
          <span className="problem" role="alert">
            {problem}
          </span>
        ) : (
          <>
            <ProgressBar percent={Math.round(progress * 100)} labelledBy={nameId} />
            <span aria-hidden="true">{text}</span>
          </>
        )}
      </span>
      <IconButton label={cancelLabel} onClick={onCancel}>
        <X size={20} aria-hidden="true" />
      </IconButton>
    </span>
  );
}
