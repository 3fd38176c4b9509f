import { useMutation } from '@tanstack/react-query';
import { CircleHelp, ImageUp } from 'lucide-react';
import { useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ApiError } from '../../../platform/web/client.ts';
import { failureText } from '../../../platform/web/failure-text.ts';
import { queries } from '../../../platform/web/query.ts';
import { Button } from '../../../ui/button.tsx';
import { FileInput } from '../../../ui/file-input.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { photoTypes } from '../../account/shared/rules.ts';
import type { OutsideCertification } from '../shared/contract.ts';
import { findLevel } from '../shared/levels.ts';
import { sendPicture } from './outside-keep.ts';
import { problemOf, refusalOf } from './outside-picture.ts';
import { outsideKey } from './queries.ts';

const looks = { pending: 'pending', approved: 'verified', rejected: 'returned' } as const;

/** What the desk says of its picture; without one nobody has looked. */
export function OutsideChip({ entry: { hasPicture, status } }: { entry: OutsideCertification }) {
  if (!hasPicture)
    return (
      <Chip>
        <CircleHelp size={14} aria-hidden="true" />
        <FormattedMessage id="certifications.outside.unchecked" />
      </Chip>
    );
  return (
    <Chip status={looks[status]}>
      <FormattedMessage id={`certifications.outside.${status}`} />
    </Chip>
  );
}

/** Which level an approved card counts as where a course needs one. */
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
          values={{ level: <FormattedMessage id={`certifications.level.${level.name}`} /> }}
        />
      )}
    </span>
  );
}

/** Why a picture was not approved, and the way to send another. */
export function OutsideAnswer({ entry }: { entry: OutsideCertification }) {
  const intl = useIntl();
  const input = useRef<HTMLInputElement>(null);
  const send = useMutation({
    mutationFn: async (file: File) => {
      const problem = problemOf(file);
      if (problem === null) return sendPicture(entry.id, file).then(() => null);
      return problem;
    },
    onSuccess: (problem) => {
      showToast({ text: intl.formatMessage({ id: problem ?? 'certifications.outside.sent' }) });
      return queries.invalidateQueries({ queryKey: outsideKey });
    },
    onError: (error) =>
      showToast({
        text: error instanceof ApiError ? intl.formatMessage({ id: refusalOf(error) }) : failureText(intl, error),
      }),
  });
  if (entry.hasPicture && entry.status !== 'rejected') return null;
  return (
    <span className="outside-answer">
      {entry.reason !== null && (
        <span className="coral" dir="auto">
          {entry.reason}
        </span>
      )}
      <Button kind="outlined" size="fine" isBusy={send.isPending} onClick={() => input.current?.click()}>
        <ImageUp size={16} aria-hidden="true" />
        <FormattedMessage id={`certifications.outside.${entry.hasPicture ? 'new' : 'add'}_picture`} />
      </Button>
      <FileInput ref={input} accept={photoTypes} onChoose={(chosen) => send.mutate(chosen)} />
    </span>
  );
}
