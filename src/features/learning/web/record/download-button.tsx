import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../../../ui/button.tsx';
import { records } from '../client.ts';
import { currentCulture } from '../queries.ts';
import { sayFailure } from '../say-failure.ts';

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
    onSuccess: (file) => save(file as Blob, `${intl.formatMessage({ id: 'learning.record.file' })}-${packageId}.pdf`),
    onError: (error) => sayFailure(intl, error),
  });
  return (
    <Button kind={kind} isBusy={download.isPending} onClick={() => download.mutate()}>
      <Download size={18} aria-hidden="true" />
      <FormattedMessage id="learning.record.download" />
    </Button>
  );
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has begun by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
