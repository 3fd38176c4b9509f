import { useMutation } from '@tanstack/react-query';
import { Download, PenLine } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useNavigate } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Card } from '#ui/layout/card.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { FormRecord } from '#features/forms/shared/contract.ts';
import { formClient } from '#features/forms/web/client.ts';
import { getDocumentId, useBlobDownload } from '#features/forms/web/use-blob-download.tsx';
import { fillFormPath } from '#features/forms/web/paths.ts';
import { formatDay } from '#platform/shared/format-day.ts';
import { recordPath } from '#features/forms/web/queries.ts';

/** The dates and names of a record, its document, and the correction button. */
export function RecordFacts({ record, canReplace }: { record: FormRecord; canReplace: boolean }) {
  const intl = useIntl();
  const { createdDate, validUntil, isValid, region, storeName, storeNumber, memberName, memberNumber } = record;
  return (
    <Card className="grid gap-5">
      <dl className="grid gap-3">
        <Fact name="signed">{formatDay(intl, createdDate, 'medium')}</Fact>
        <Fact name={isValid ? 'until' : 'was_until'}>{formatDay(intl, validUntil, 'medium')}</Fact>
        {storeName !== null && (
          <Fact name="store">
            <NameWithNumber name={storeName} number={storeNumber} />
          </Fact>
        )}
        {memberName !== null && (
          <Fact name="member">
            <NameWithNumber name={memberName} number={memberNumber} />
          </Fact>
        )}
        <Fact name="region">
          <FormattedMessage id={`forms.record.region.${region}`} />
        </Fact>
        {record.replaces !== null && (
          <Fact name="replaces">
            <Link to={recordPath(record.replaces)}>
              <FormattedMessage id="forms.record.older" />
            </Link>
          </Fact>
        )}
      </dl>
      {!record.isRemoved && <DownloadButton record={record} />}
      {canReplace && record.replacedBy === null && !record.isRemoved && <CorrectFormButton record={record} />}
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-3">
        <FormattedMessage id={`forms.record.fact.${name}` as MessageId} />
      </dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

function NameWithNumber({ name, number }: { name: string; number: number | null }) {
  return (
    <>
      <bdi>{name}</bdi> {number !== null && <bdi className="num text-ink-2">{number}</bdi>}
    </>
  );
}

function DownloadButton({ record }: { record: FormRecord }) {
  const document = getDocumentId(record);
  const download = useBlobDownload(record);
  return (
    <Button
      kind="outlined"
      isWide
      isBusy={document === null || download.isPending}
      onClick={() => document !== null && download.mutate(document)}
    >
      <Download size={18} aria-hidden="true" />
      <span aria-live="polite">
        <FormattedMessage id={document === null ? 'forms.record.making' : 'forms.record.download'} />
      </span>
    </Button>
  );
}

/** A signed form can't be changed; a correction is a new form that replaces it. */
function CorrectFormButton({ record }: { record: FormRecord }) {
  const intl = useIntl();
  const navigate = useNavigate();
  const { id, packet, affiliateId, storeNumber, memberNumber } = record;
  const correct = useMutation({
    mutationFn: () =>
      formClient('POST Drafts', { body: { packet, affiliateId, storeNumber, memberNumber, replaces: id } }),
    onSuccess: (draft) => navigate(fillFormPath(draft.id, affiliateId)),
    onError: (error) => showToast({ text: formatErrorMessage(intl, error) }),
  });
  return (
    <div>
      <Button kind="quiet" isWide isBusy={correct.isPending} onClick={() => correct.mutate()}>
        <PenLine size={18} aria-hidden="true" />
        <FormattedMessage id="forms.record.again" />
      </Button>
      <p className="mt-2 text-sm text-ink-2">
        <FormattedMessage id="forms.record.again_text" />
      </p>
    </div>
  );
}
