import { useMutation } from '@tanstack/react-query';
import { CircleHelp, ImageUp } from '#ui/icons/icons.ts';
import { useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { FileInput } from '#ui/fields/file-input.tsx';
import { Chip } from '#ui/display/chip.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { photoTypes } from '#features/account/shared/rules.ts';
import type { OutsideCertification } from '#features/certifications/shared/contract.ts';
import { findLevel } from '#domain/certification-levels.ts';
import { uploadPicture } from './save-outside.ts';
import { findPictureProblem, getUploadErrorMessage } from './picture-problem.ts';
import { outsideKey } from '#features/certifications/web/queries.ts';

const chipStatuses = { pending: 'pending', approved: 'verified', rejected: 'returned' } as const;

/** The review status of the picture. */
export function OutsideStatusChip({ entry: { hasPicture, status } }: { entry: OutsideCertification }) {
  if (!hasPicture)
    return (
      <Chip>
        <CircleHelp className="me-1 inline-block align-[-2px]" size={14} aria-hidden="true" />
        <FormattedMessage id="certifications.outside.unchecked" />
      </Chip>
    );
  return (
    <Chip status={chipStatuses[status]}>
      <FormattedMessage id={`certifications.outside.${status}`} />
    </Chip>
  );
}

/** The level an approved card counts as for prerequisites. */
export function OutsideLevel({ entry: { status, equivalentLevelID } }: { entry: OutsideCertification }) {
  if (status !== 'approved') return null;
  const level = equivalentLevelID === null ? undefined : findLevel(equivalentLevelID);
  return (
    <span className="block">
      {level === undefined ? (
        <FormattedMessage id="certifications.outside.counts_as_none" />
      ) : (
        <FormattedMessage
          id="certifications.outside.counts_as"
          values={{ level: <FormattedMessage id={`certifications.level.${level.name}` as MessageId} /> }}
        />
      )}
    </span>
  );
}

/** The reason of a rejection, and an upload for another picture. */
export function OutsidePictureUpload({ entry }: { entry: OutsideCertification }) {
  const intl = useIntl();
  const input = useRef<HTMLInputElement>(null);
  const send = useMutation({
    mutationFn: async (file: File) => {
      const problem = findPictureProblem(file);
      if (problem === null) return uploadPicture(entry.id, file).then(() => null);
      return problem;
    },
    onSuccess: (problem) => {
      showToast({ text: intl.formatMessage({ id: problem ?? 'certifications.outside.sent' }) });
      return currentQueryClient().invalidateQueries({ queryKey: outsideKey });
    },
    onError: (error) =>
      showToast({
        text:
          error instanceof ApiError
            ? intl.formatMessage({ id: getUploadErrorMessage(error) })
            : formatErrorMessage(intl, error),
      }),
  });
  if (entry.hasPicture && entry.status !== 'rejected') return null;
  return (
    <span className="flex flex-wrap items-center gap-y-2 gap-x-3 mt-2">
      {entry.reason !== null && (
        <span className="text-coral" dir="auto">
          {entry.reason}
        </span>
      )}
      <Button kind="outlined" size="sm" isBusy={send.isPending} onClick={() => input.current?.click()}>
        <ImageUp size={16} aria-hidden="true" />
        <FormattedMessage id={`certifications.outside.${entry.hasPicture ? 'new' : 'add'}_picture`} />
      </Button>
      <FileInput ref={input} accept={photoTypes} onChoose={(chosen) => send.mutate(chosen)} />
    </span>
  );
}
