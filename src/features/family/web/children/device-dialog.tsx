import { useQuery } from '@tanstack/react-query';
import { RefreshCw, Share2 } from '#ui/icons/icons.ts';
import { FormattedMessage, FormattedTime, useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { CopyButton } from '#ui/buttons/copy-button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Field } from '#ui/fields/field.tsx';
import { QrCode } from '#ui/display/qr-code.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { familyClient } from '#features/family/web/client.ts';

interface DeviceDialogProps {
  affiliateId: number;
  name: string;
  onClose: () => void;
}

/** Shows a QR code that signs the child's phone in, once and within 15 minutes. */
export function DeviceDialog({ affiliateId, name, onClose }: DeviceDialogProps) {
  const intl = useIntl();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['family', 'device', affiliateId],
    queryFn: () => familyClient('POST Children/{affiliateId}/sign-in-link', { params: { affiliateId } }),
    // Every opening of the dialog creates a new link, and none is cached.
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const values = { name: <bdi>{name}</bdi> };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={<FormattedMessage id="family.device.title" values={values} />}
      actions={
        <>
          <Button kind="quiet" isBusy={isFetching} onClick={() => void refetch()}>
            <RefreshCw size={18} aria-hidden="true" />
            <FormattedMessage id="family.device.again" />
          </Button>
          <Button onClick={onClose}>
            <FormattedMessage id="shell.close" />
          </Button>
        </>
      }
    >
      {data !== undefined ? (
        <>
          <p className="text-sm text-ink-2">
            <FormattedMessage id="family.device.how" values={values} />
          </p>
          <div className="max-w-70 my-5 mx-auto overflow-clip rounded-box">
            <QrCode text={data.url} label={intl.formatMessage({ id: 'family.device.qr' }, { name })} />
          </div>
          <Field
            readOnly
            dir="ltr"
            label={<FormattedMessage id="family.device.link" />}
            hint={
              <FormattedMessage
                id="family.device.until"
                values={{ time: <FormattedTime value={data.expiresDate} timeStyle="short" /> }}
              />
            }
            value={data.url}
            onFocus={(event) => event.target.select()}
            end={
              <CopyButton
                text={data.url}
                label={intl.formatMessage({ id: 'family.device.copy' })}
                copied={intl.formatMessage({ id: 'family.device.copied' })}
                notCopied={intl.formatMessage({ id: 'family.device.not_copied' })}
              />
            }
          />
          {'share' in navigator && <ShareLink url={data.url} />}
        </>
      ) : error === null ? (
        <SkeletonGroup label={intl.formatMessage({ id: 'family.loading' })}>
          <Skeleton height={320} />
        </SkeletonGroup>
      ) : (
        <Callout kind="alert" isLive>
          {formatErrorMessage(intl, error)}
        </Callout>
      )}
    </Dialog>
  );
}

/** Closing the share sheet rejects the promise; that isn't an error. */
function ShareLink({ url }: { url: string }) {
  return (
    <Button kind="outlined" className="mt-3" onClick={() => void navigator.share({ url }).catch(() => undefined)}>
      <Share2 size={18} aria-hidden="true" />
      <FormattedMessage id="family.device.send" />
    </Button>
  );
}
