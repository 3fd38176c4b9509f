import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatDay } from '#platform/shared/format-day.ts';
import type { MessageId } from '#platform/shared/message-id.ts';
import { getLocalIsoDate } from '#platform/shared/dates.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { currentToken } from '#platform/web/session/session.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Field, TextAreaField } from '#ui/fields/field.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { toCardDate } from '#features/certifications/shared/card-date.ts';
import { findLevel } from '#domain/certification-levels.ts';
import type { Readiness } from '#features/certifications/shared/readiness-contract.ts';
import { canCertifyAnyone, canOverride } from '#features/certifications/shared/policy.ts';
import { eCardClient } from '#features/certifications/web/client.ts';
import type { Graduate } from './certify-button.tsx';
import { MissingList } from './missing-list.tsx';
import { PhotoConfirmation } from './photo-confirmation.tsx';
import { refreshReadiness, useReadiness } from './queries.ts';

interface CertifyDialogProps {
  graduate: Graduate;
  onClose: () => void;
  onDone: () => void;
}

/** The missing requirements with links, or the date, photo and button. Staff can override with a reason. */
export function CertifyDialog({ graduate, onClose, onDone }: CertifyDialogProps) {
  const intl = useIntl();
  const { packageId, affiliateId, name } = graduate;
  const viewer = currentToken();
  const [certDate, setCertDate] = useState(getLocalIsoDate);
  const [confirmedPhotoId, setConfirmedPhotoId] = useState<string | null>(null);
  const [isOutsideConfirmed, setIsOutsideConfirmed] = useState(false);
  const [reason, setReason] = useState('');
  const isDay = certDate !== '' && certDate <= getLocalIsoDate();
  const { data: readiness } = useReadiness(graduate, isDay ? certDate : getLocalIsoDate());
  const isPhotoConfirmed = confirmedPhotoId !== null && confirmedPhotoId === readiness?.photoId;
  const level = findLevel(readiness?.levelID ?? 0);
  const open = listRemaining(readiness, isPhotoConfirmed, isOutsideConfirmed);
  const canCertify =
    level !== undefined && isDay && (open.length === 0 || (canOverride(viewer, open) && reason.trim() !== ''));
  const certify = useMutation({
    mutationFn: () =>
      eCardClient('POST certify', {
        body: {
          affiliateId,
          levelID: level?.levelID ?? 0,
          certDate: toCardDate(certDate),
          ...(confirmedPhotoId !== null && { confirmPhotoId: confirmedPhotoId }),
          confirmOutside: isOutsideConfirmed,
          ...(canCertifyAnyone(viewer) && open.length > 0 && { overrideReason: reason.trim() }),
        },
      }),
    onSuccess: ({ levelName }) => {
      showToast({ text: intl.formatMessage({ id: 'certifications.certify.done' }, { name, level: levelName }) });
      onClose();
    },
    onError: (error) => showToast({ text: formatErrorMessage(intl, error) }),
    onSettled: () => {
      void refreshReadiness();
      onDone();
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={<FormattedMessage id="certifications.certify.title" values={{ name: <bdi>{name}</bdi> }} />}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            <FormattedMessage id="certifications.cancel" />
          </Button>
          <Button isBusy={certify.isPending || !canCertify} onClick={() => certify.mutate()}>
            <FormattedMessage id="certifications.certify.action" />
          </Button>
        </>
      }
    >
      {readiness === undefined ? (
        <Skeleton height={160} />
      ) : (
        <div className="grid gap-4">
          {level !== undefined && (
            <p className="font-strong">
              <FormattedMessage id={`certifications.level.${level.name}` as MessageId} />
            </p>
          )}
          <Field
            type="date"
            label={<FormattedMessage id="certifications.certify.date" />}
            max={getLocalIsoDate()}
            min={readiness.earliestDate ?? undefined}
            value={certDate}
            wrong={!isDay && <FormattedMessage id="error.certifications.bad_date" />}
            onChange={({ target }) => setCertDate(target.value)}
          />
          <Confirmations
            readiness={readiness}
            isPhotoConfirmed={isPhotoConfirmed}
            onPhoto={(isConfirmed) => setConfirmedPhotoId(isConfirmed ? readiness.photoId : null)}
            isOutsideConfirmed={isOutsideConfirmed}
            onOutside={setIsOutsideConfirmed}
          />
          {open.length > 0 ? (
            <Callout kind="wait">
              <b>
                <FormattedMessage id="certifications.certify.missing" />
              </b>
              <MissingList missing={open} packageId={packageId} affiliateId={affiliateId} />
            </Callout>
          ) : (
            <p className="text-sm text-ink-2">
              <FormattedMessage id="certifications.certify.ready" />
            </p>
          )}
          {canCertifyAnyone(viewer) && open.length > 0 && (
            <TextAreaField
              label={<FormattedMessage id="certifications.certify.override" />}
              hint={<FormattedMessage id="certifications.certify.override_hint" />}
              maxLength={500}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </div>
      )}
    </Dialog>
  );
}

/** The missing requirements after the confirmations. */
function listRemaining(readiness: Readiness | undefined, isPhotoConfirmed: boolean, isOutsideConfirmed: boolean) {
  const parts = new Set(isOutsideConfirmed ? (readiness?.outside ?? []).map(({ part }) => part) : []);
  return (readiness?.missing ?? []).flatMap((missing) => {
    if (missing.kind === 'photo_confirmation') return isPhotoConfirmed ? [] : [missing];
    if (missing.kind === 'outside') return isOutsideConfirmed ? [] : [missing];
    if (parts.has(missing.kind)) return [];
    if (missing.kind !== 'dives') return [missing];
    const names = missing.names.filter((number) => !parts.has(`dive_${number}`));
    return names.length === 0 ? [] : [{ ...missing, names }];
  });
}

interface ConfirmationsProps {
  readiness: Readiness;
  isPhotoConfirmed: boolean;
  onPhoto: (isConfirmed: boolean) => void;
  isOutsideConfirmed: boolean;
  onOutside: (isConfirmed: boolean) => void;
}

/** Confirmations of the instructor: the pending photo, and training with other instructors. */
function Confirmations(props: ConfirmationsProps) {
  const { readiness, isPhotoConfirmed, onPhoto, isOutsideConfirmed, onOutside } = props;
  const outside = readiness.outside.filter(({ isConfirmed }) => !isConfirmed);
  return (
    <>
      {readiness.photo === 'pending' && (
        <PhotoConfirmation student={readiness} isConfirmed={isPhotoConfirmed} onConfirm={onPhoto} />
      )}
      {outside.length > 0 && (
        <div>
          <ul className="mb-2 text-sm text-ink-2">
            {outside.map(({ part, trainedOn, place, instructorNumber }) => (
              <li key={part}>
                <OutsideTrainingText part={part} trainedOn={trainedOn} place={place} number={instructorNumber} />
              </li>
            ))}
          </ul>
          <Checkbox
            label={<FormattedMessage id="certifications.certify.outside" />}
            checked={isOutsideConfirmed}
            onChange={({ target }) => onOutside(target.checked)}
          />
        </div>
      )}
    </>
  );
}

interface OutsideTrainingTextProps {
  part: string;
  trainedOn: string;
  place: string;
  number: string;
}

export function OutsideTrainingText({ part, trainedOn, place, number }: OutsideTrainingTextProps) {
  const intl = useIntl();
  return (
    <FormattedMessage
      id="certifications.training.entry"
      values={{
        part: <PartName part={part} />,
        date: formatDay(intl, trainedOn, 'medium'),
        place: <bdi>{place}</bdi>,
        number: <bdi>{number}</bdi>,
      }}
    />
  );
}

function PartName({ part }: { part: string }) {
  const number = /^dive_(\d+)$/.exec(part)?.[1];
  return number === undefined ? (
    <FormattedMessage id={`certifications.part.${part}` as MessageId} />
  ) : (
    <FormattedMessage id="certifications.part.dive" values={{ number }} />
  );
}
