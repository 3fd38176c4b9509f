import { useMutation } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { graphql } from '#platform/web/client/graphql.ts';
import { Switch } from '#ui/fields/switch.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { DiveRecording } from '#features/logbook/shared/contract.ts';
import { importDocuments } from '#features/logbook/web/imports/import-documents.ts';
import { refreshLogbook } from '#features/logbook/web/queries.ts';

/** The diver decides whether the instructor sees more than the dive itself. */
export function ShareDetails({ recording: { id, shares_details: isShared } }: { recording: DiveRecording }) {
  const intl = useIntl();
  const sharing = useMutation({
    mutationFn: (shares: boolean) => graphql(importDocuments.shareRecordingDetails, { id, shares }),
    onError: (error) => showToast({ text: formatErrorMessage(intl, error) }),
    onSettled: refreshLogbook,
  });
  return (
    <Switch
      className="px-2 text-sm print:hidden"
      label={<FormattedMessage id="logbook.profile.share" />}
      checked={sharing.isPending ? sharing.variables : isShared}
      disabled={sharing.isPending}
      onChange={({ target }) => sharing.mutate(target.checked)}
    />
  );
}
