import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../../../ui/button.tsx';
import { records } from '../client.ts';
import { currentCulture } from '../queries.ts';
import { showToast } from '../../../../ui/toast-store.ts';
import { failureText } from '../../../../platform/web/failure-text.ts';
import { saveFile } from '../../../../platform/web/save-file.ts';

interface DownloadButtonProps {
  packageId: string;
  affiliateId?: number;
  kind?: 'filled' | 'outlined';
}

/** The record as a file, in the language of the page. */
export function DownloadButton({ packageId, affiliateId, kind = 'filled' }: DownloadButtonProps) {
  const intl = useIntl();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const download = useMutation({
    mutationFn: () =>
      records('GET v2/courses/{packageId}/eRecord/document', {
        params: { packageId },
        query: { culture: currentCulture(), affiliateId, timeZone },
      }),
    onSuccess: (file) =>
      saveFile(file as Blob, `${intl.formatMessage({ id: 'learning.record.file' })}-${packageId}.pdf`),
    onError: (error) => showToast({ text: failureText(intl, error) }),
  });
  return (
    <Button kind={kind} isBusy={download.isPending} onClick={() => download.mutate()}>
      <Download size={18} aria-hidden="true" />
      <FormattedMessage id="learning.record.download" />
    </Button>
  );
}
