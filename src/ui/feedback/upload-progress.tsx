import { X } from '#ui/icons/icons.ts';
import { useId, type ReactNode } from 'react';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { ProgressBar } from './progress-bar.tsx';

type UploadProgressProps = {
  /** Null without an upload; the live region stays rendered, because screen readers announce only its later changes. */
  file: UploadItem | null;
};

type UploadItem = {
  name: string;
  /** Between 0 and 1. */
  progress: number;
  /** The current state. */
  text: ReactNode;
  /** Why the upload failed. */
  problem: ReactNode;
  cancelLabel: string;
  onCancel: () => void;
};

/** The progress of a file upload, or its error. */
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
    <span className="mt-3 flex items-start gap-2 rounded-box bg-sunken ps-3 py-2">
      <span className="grid grow gap-1 py-2">
        <bdi id={nameId} className="font-strong wrap-anywhere text-ink">
          {name}
        </bdi>
        {problem ? (
          <span className="text-coral" role="alert">
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
