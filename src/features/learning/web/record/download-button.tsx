import { useMutation } from '@tanstack/react-query';
import { Download } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { recordClient } from '#features/learning/web/client.ts';
import { currentCulture } from '#features/learning/web/queries.ts';
import { showToast } from '#ui/overlays/toast-store.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { downloadFile } from '#platform/web/files/download-file.ts';

interface DownloadButtonProps {
  packageId: string;
  affiliateId?: number;
  kind?: 'filled' | 'outlined';
}

export function DownloadButton({ packageId, affiliateId, kind = 'filled' }: DownloadButtonProps) {
  const intl = useIntl();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const download = useMutation({
    mutationFn: () =>
      recordClient('GET v2/courses/{packageId}/eRecord/document', {
        params: { packageId },
        query: { culture: currentCulture(), affiliateId, timeZone },
      }),
    onSuccess: (file) =>
      downloadFile(file as Blob, `${intl.formatMessage({ id: 'learning.record.file' })}-${packageId}.pdf`),
    onError: (error) => showToast({ text: formatErrorMessage(intl, error) }),
  });
  return (
    <Button kind={kind} isBusy={download.isPending} onClick={() => download.mutate()}>
      <Download size={18} aria-hidden="true" />
      <FormattedMessage id="learning.record.download" />
    </Button>
  );
}
