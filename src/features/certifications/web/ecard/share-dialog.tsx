import { useMutation } from '@tanstack/react-query';
import { Copy, Link2Off, Share2 } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatDateTime } from '#platform/shared/format-day.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Field } from '#ui/fields/field.tsx';
import { SegmentedControl } from '#ui/fields/segmented-control.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { ECard } from '#features/certifications/shared/contract.ts';
import { eCardClient } from '#features/certifications/web/client.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';

const dayOptions = ['1', '7', '30'] as const;
type Days = (typeof dayOptions)[number];

/** Creates a link to the card that needs no sign-in and expires, or ends when the owner revokes it. */
export function ShareDialog({ card, onClose }: { card: ECard; onClose: () => void }) {
  const intl = useIntl();
  const [days, setDays] = useState<Days>('7');
  const params = { licenseID: card.licenseID };
  const onError = (error: Error) => showToast({ text: formatErrorMessage(intl, error) });
  const make = useMutation({
    mutationFn: () =>
      eCardClient('POST cards/{licenseID}/share', { params, body: { days: Number(days) as 1 | 7 | 30 } }),
    onError,
  });
  const end = useMutation({
    mutationFn: () => eCardClient('DELETE cards/{licenseID}/share', { params }),
    onSuccess: () => {
      make.reset();
      showToast({ text: intl.formatMessage({ id: 'certifications.share.ended' }) });
    },
    onError,
  });
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={<FormattedMessage id="certifications.share.title" values={{ level: card.levelName }} />}
      actions={
        <>
          <Button kind="quiet" isBusy={end.isPending} onClick={() => end.mutate()}>
            <Link2Off size={18} aria-hidden="true" />
            <FormattedMessage id="certifications.share.end" />
          </Button>
          {make.data === undefined ? (
            <Button isBusy={make.isPending} onClick={() => make.mutate()}>
              <FormattedMessage id="certifications.share.make" />
            </Button>
          ) : (
            <Button kind="outlined" onClick={onClose}>
              <FormattedMessage id="shell.close" />
            </Button>
          )}
        </>
      }
    >
      <p className="mb-4 text-sm text-ink-2">
        <FormattedMessage id="certifications.share.text" />
      </p>
      {make.data === undefined ? (
        <SegmentedControl
          label={<FormattedMessage id="certifications.share.days" />}
          options={dayOptions.map((value) => ({
            value,
            label: <FormattedMessage id="certifications.share.day_count" values={{ count: Number(value) }} />,
          }))}
          value={days}
          onChange={setDays}
        />
      ) : (
        <ShareLink {...make.data} level={card.levelName} />
      )}
    </Dialog>
  );
}

function ShareLink({ url, expiresAt, level }: { url: string; expiresAt: string; level: string }) {
  const intl = useIntl();
  const copy = async () => {
    await navigator.clipboard.writeText(url);
    showToast({ text: intl.formatMessage({ id: 'certifications.share.copied' }) });
  };
  // Closing the share sheet rejects the promise, which is not an error.
  const share = () => void navigator.share({ title: level, url }).catch(() => undefined);
  const until = formatDateTime(intl, expiresAt);
  return (
    <>
      <Field
        readOnly
        dir="ltr"
        label={<FormattedMessage id="certifications.share.link" />}
        hint={<FormattedMessage id="certifications.share.until" values={{ until }} />}
        value={url}
        onFocus={(event) => event.target.select()}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          onClick={() => void copy().catch((error: unknown) => showToast({ text: formatErrorMessage(intl, error) }))}
        >
          <Copy size={18} aria-hidden="true" />
          <FormattedMessage id="certifications.share.copy" />
        </Button>
        {'share' in navigator && (
          <Button kind="outlined" onClick={share}>
            <Share2 size={18} aria-hidden="true" />
            <FormattedMessage id="certifications.share.send" />
          </Button>
        )}
      </div>
    </>
  );
}
