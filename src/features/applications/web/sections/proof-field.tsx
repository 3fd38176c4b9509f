import { FileText, RotateCw, Trash2, Upload } from '#ui/icons/icons.ts';
import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { documentTypes, findDocumentProblem } from '#platform/web/files/document-file.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { downloadFile } from '#platform/web/files/download-file.ts';
import { useFileUpload } from '#platform/web/files/use-file-upload.ts';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { UploadProgress } from '#ui/feedback/upload-progress.tsx';
import { FileInput } from '#ui/fields/file-input.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { pageMaxBytes } from '#features/forms/shared/rules.ts';
import type { Application, Proof } from '#features/applications/shared/application.ts';
import { formatUtcDay } from '#features/applications/shared/labels.ts';
import { useApplicant } from '#features/applications/web/applicant/applicant-context.ts';
import { applicationClient, ignoreNotFound } from '#features/applications/web/client.ts';
import { cacheApplication, refreshApplications } from '#features/applications/web/queries.ts';

interface ProofFieldProps {
  kind: string;
  /** The day a physician signed it, if required; empty while it is missing. */
  dated?: string;
  onSent?: () => void;
}

const rejectionMessages = {
  type: 'error.applications.proof_type',
  damaged: 'error.applications.proof_damaged',
  too_large: 'applications.proof.too_large',
} as const;

const template = '/api/applications/Applications/{id}/proofs';

/** The proofs of one kind, with an upload. */
export function ProofField({ kind, dated, onSent }: ProofFieldProps) {
  const intl = useIntl();
  const input = useRef<HTMLInputElement>(null);
  const [isDayMissing, setIsDayMissing] = useState(false);
  const { application } = useApplicant();
  const { upload, choose, retry, cancel } = useFileUpload({
    url: template.replace('{id}', String(application.id)),
    template,
    check: findProofProblem,
    fields: (key, file) => ({ key, kind, name: file.name.slice(-120), ...(dated && { dated }) }),
    onSent(answer) {
      cacheApplication(answer as Application);
      showToast({ text: intl.formatMessage({ id: 'applications.proof.arrived' }) });
      onSent?.();
    },
  });
  const proofs = application.proofs.filter((proof) => proof.kind === kind);
  const pick = () => {
    setIsDayMissing(dated === '');
    if (dated !== '') input.current?.click();
  };
  return (
    <div className="grid gap-3">
      {proofs.length > 0 && (
        <ul className="grid">
          {proofs.map((proof) => (
            <ProofItem key={proof.id} applicationId={application.id} proof={proof} />
          ))}
        </ul>
      )}
      <FileInput
        ref={input}
        label={intl.formatMessage({ id: 'applications.proof.choose' })}
        accept={documentTypes}
        onChoose={choose}
      />
      <UploadProgress
        file={
          upload && {
            name: upload.file.name,
            progress: upload.progress,
            text: (
              <FormattedMessage
                id={upload.progress === 1 ? 'applications.proof.checking' : 'applications.proof.sending'}
              />
            ),
            problem: upload.problem && <FormattedMessage id={upload.problem} />,
            cancelLabel: intl.formatMessage({ id: 'applications.proof.cancel' }, { name: upload.file.name }),
            onCancel: cancel,
          }
        }
      />
      {isDayMissing && dated === '' && (
        <p className="my-1 text-sm text-coral wrap-anywhere" role="alert">
          <FormattedMessage id="applications.proof.day_first" />
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {upload?.state === 'failed' ? (
          <Button kind="outlined" onClick={retry}>
            <RotateCw size={18} aria-hidden="true" />
            <FormattedMessage id="applications.proof.retry" />
          </Button>
        ) : (
          <Button kind="outlined" isBusy={upload?.state === 'sending'} onClick={pick}>
            <Upload size={18} aria-hidden="true" />
            <FormattedMessage
              id={proofs.length > 0 ? 'applications.proof.choose_other' : 'applications.proof.choose'}
            />
          </Button>
        )}
        <span className="text-sm text-ink-2">
          <FormattedMessage id="applications.proof.hint" />
        </span>
      </div>
    </div>
  );
}

function ProofItem({ applicationId, proof }: { applicationId: number; proof: Proof }) {
  const intl = useIntl();
  const [isBusy, setIsBusy] = useState(false);
  const params = { id: applicationId, proofId: proof.id };
  const attempt = async (work: () => Promise<void>) => {
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      showToast({ text: formatErrorMessage(intl, error) });
    } finally {
      setIsBusy(false);
    }
  };
  const open = () =>
    attempt(async () =>
      downloadFile((await applicationClient('GET Applications/{id}/proofs/{proofId}', { params })) as Blob, proof.name),
    );
  const remove = () =>
    attempt(async () => {
      const next = await ignoreNotFound(applicationClient('DELETE Applications/{id}/proofs/{proofId}', { params }));
      if (next === null) await refreshApplications();
      else cacheApplication(next);
    });
  return (
    <li className="flex items-center gap-3 min-h-tap">
      <FileText size={20} aria-hidden="true" />
      <span className="grow grid justify-items-start min-w-0 wrap-anywhere">
        <LinkButton onClick={() => void open()} dir="auto">
          {proof.name}
        </LinkButton>
        <span className="text-(length:--t-sm) text-ink-2">
          {proof.dated === null ? (
            <FormattedMessage id="applications.proof.added" values={{ date: formatUtcDay(intl, proof.uploadedDate) }} />
          ) : (
            <FormattedMessage id="applications.proof.signed" values={{ date: formatUtcDay(intl, proof.dated) }} />
          )}
        </span>
      </span>
      <IconButton
        label={intl.formatMessage({ id: 'applications.proof.remove' }, { name: proof.name })}
        aria-disabled={isBusy}
        onClick={() => void remove()}
      >
        <Trash2 size={20} aria-hidden="true" />
      </IconButton>
    </li>
  );
}

/** Checks a file before the upload, like the page of a physician, and returns a message id. */
function findProofProblem(file: Pick<File, 'type' | 'size'>): MessageId | null {
  const problem = findDocumentProblem(file, pageMaxBytes);
  return problem && rejectionMessages[problem];
}
