import { useMutation } from '@tanstack/react-query';
import { BadgeCheck } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { getLocalIsoDate } from '#platform/shared/dates.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { LoadMoreButton } from '#platform/web/client/load-more-button.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Field } from '#ui/fields/field.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { toCardDate } from '#features/certifications/shared/card-date.ts';
import { levels } from '#domain/certification-levels.ts';
import { maxClassSize } from '#features/certifications/shared/policy.ts';
import type { Readiness } from '#features/certifications/shared/readiness-contract.ts';
import { eCardClient } from '#features/certifications/web/client.ts';
import { MissingList } from './missing-list.tsx';
import { PhotoConfirmation } from './photo-confirmation.tsx';
import { refreshReadiness, useClassReadiness } from './queries.ts';

/** Certifies a whole class, for courses leading to a card. */
export function CertifyClassButton({ packageId, onDone }: { packageId: string; onDone: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!levels.some((level) => level.packageId === packageId)) return null;
  return (
    <>
      <Button kind="outlined" onClick={() => setIsOpen(true)}>
        <BadgeCheck size={18} aria-hidden="true" />
        <FormattedMessage id="certifications.class.action" />
      </Button>
      {isOpen && <CertifyClassDialog packageId={packageId} onClose={() => setIsOpen(false)} onDone={onDone} />}
    </>
  );
}

/** Students who only need a photo confirmation can be certified without opening the record. */
const isReadyToCertify = ({ isReady, missing }: Readiness) =>
  isReady && missing.every(({ kind }) => kind === 'photo_confirmation');
const needsPhoto = ({ missing }: Readiness) => missing.length > 0;
/** Includes the displayed photo, so a newer one must be confirmed again. */
const getChoiceKey = ({ affiliateId, photoId }: Readiness) => `${affiliateId} ${photoId}`;

function toCertifyRequest(student: Readiness) {
  const { affiliateId, levelID, photoId } = student;
  const confirmation = needsPhoto(student) && photoId !== null ? { confirmPhotoId: photoId } : {};
  return levelID === null ? [] : [{ affiliateId, levelID, ...confirmation }];
}

function CertifyClassDialog({
  packageId,
  onClose,
  onDone,
}: {
  packageId: string;
  onClose: () => void;
  onDone: () => void;
}) {
  const intl = useIntl();
  const [certDate, setCertDate] = useState(getLocalIsoDate);
  /** Students whose checkbox was changed: ready ones start checked, those with a photo to confirm don't. */
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const isDay = certDate !== '' && certDate <= getLocalIsoDate();
  const query = useClassReadiness(packageId, isDay ? certDate : getLocalIsoDate());
  const students = query.data?.pages.flatMap(({ items }) => items);
  const ready = (students ?? []).filter(isReadyToCertify);
  const others = (students ?? []).filter((student) => !isReadyToCertify(student));
  const isChosen = (student: Readiness) => toggled.has(getChoiceKey(student)) === needsPhoto(student);
  const chosen = ready.filter(isChosen);
  const toggle = (student: Readiness) => setToggled(toggled.symmetricDifference(new Set([getChoiceKey(student)])));
  const certify = useMutation({
    mutationFn: async () => {
      let count = 0;
      for (let start = 0; start < chosen.length; start += maxClassSize) {
        const part = chosen.slice(start, start + maxClassSize).flatMap(toCertifyRequest);
        const body = { packageId, certDate: toCardDate(certDate), students: part };
        count += (await eCardClient('POST certify/class', { body })).certified.length;
      }
      return count;
    },
    onSuccess: (count) => {
      showToast({ text: intl.formatMessage({ id: 'certifications.class.done' }, { count }) });
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
      title={<FormattedMessage id="certifications.class.title" />}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            <FormattedMessage id="certifications.cancel" />
          </Button>
          <Button isBusy={certify.isPending || !isDay || chosen.length === 0} onClick={() => certify.mutate()}>
            <FormattedMessage id="certifications.class.certify" values={{ count: chosen.length }} />
          </Button>
        </>
      }
    >
      {students === undefined ? (
        <Skeleton height={200} />
      ) : (
        <div className="grid gap-4 pt-2">
          <Field
            type="date"
            label={<FormattedMessage id="certifications.certify.date" />}
            max={getLocalIsoDate()}
            value={certDate}
            wrong={!isDay && <FormattedMessage id="error.certifications.bad_date" />}
            onChange={({ target }) => setCertDate(target.value)}
          />
          {ready.length === 0 && (
            <p>
              <FormattedMessage id="certifications.class.none" />
            </p>
          )}
          {ready.map((student) =>
            needsPhoto(student) ? (
              <div key={student.affiliateId} data-part="class-student">
                <p className="mb-2 font-strong">
                  <bdi>{student.name}</bdi>
                </p>
                <PhotoConfirmation
                  student={student}
                  isConfirmed={isChosen(student)}
                  onConfirm={() => toggle(student)}
                />
              </div>
            ) : (
              <div key={student.affiliateId} data-part="class-student">
                <Checkbox
                  label={<bdi>{student.name}</bdi>}
                  checked={isChosen(student)}
                  onChange={() => toggle(student)}
                />
              </div>
            ),
          )}
          {others.length > 0 && (
            <section>
              <h3>
                <FormattedMessage id="certifications.class.others" />
              </h3>
              {others.map(({ affiliateId, name, missing, levelID }) => (
                <div key={affiliateId} className="mt-4" data-part="class-student">
                  <p className="font-strong">
                    <bdi>{name}</bdi>
                  </p>
                  {levelID === null ? (
                    <p className="text-sm">
                      <FormattedMessage id="certifications.missing.age" />
                    </p>
                  ) : (
                    <MissingList missing={missing} packageId={packageId} affiliateId={affiliateId} />
                  )}
                </div>
              ))}
            </section>
          )}
          {/* Those who may be ready come first, so a large class is certified page by page. */}
          <LoadMoreButton query={query} rowSelector="[data-part=class-student]" />
        </div>
      )}
    </Dialog>
  );
}
