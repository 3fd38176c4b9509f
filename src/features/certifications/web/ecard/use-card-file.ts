import { useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import type { ECard } from '#features/certifications/shared/contract.ts';
import { findLevel } from '#domain/certification-levels.ts';
import { eCardClient } from '#features/certifications/web/client.ts';
import { useCardOwner } from '#features/certifications/web/queries.ts';
import { showToast } from '#ui/overlays/toast-store.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { downloadFile } from '#platform/web/files/download-file.ts';
import { retryUntilReady } from './poll-card.ts';

export type FileFormat = 'png' | 'pdf';

/** Downloads the card in the page's language. The first request in a language takes a moment to generate it. */
export function useCardFile(card: ECard) {
  const intl = useIntl();
  const { ownerQuery } = useCardOwner();
  const fetchFile = (format: FileFormat) =>
    eCardClient('GET cards/{licenseID}/file', {
      params: { licenseID: card.licenseID },
      query: { ...ownerQuery, format, culture: currentLocale() },
    }) as Promise<Blob>;
  return useMutation({
    mutationFn: (format: FileFormat) => retryUntilReady(() => fetchFile(format)),
    onSuccess: (file, format) => downloadFile(file, getFileName(card, format)),
    onError: (error) => showToast({ text: formatErrorMessage(intl, error) }),
  });
}

/** Uses ASCII in every language, so every device can store it. */
function getFileName({ levelID, licenseID }: ECard, ending: string): string {
  const level = findLevel(levelID)?.name.replaceAll('_', '-') ?? 'card';
  return `ecard-${level}-${licenseID}.${ending}`;
}

/** An Apple pass is a file; Google has a URL that adds it. */
export function useWalletPass(card: ECard) {
  const intl = useIntl();
  const { ownerQuery } = useCardOwner();
  return useMutation({
    mutationFn: (kind: ECard['wallets'][number]) =>
      retryUntilReady(() =>
        eCardClient('GET cards/{licenseID}/wallet/{kind}', {
          params: { licenseID: card.licenseID, kind },
          query: { ...ownerQuery, culture: currentLocale() },
        }),
      ),
    onSuccess: (answer) => {
      if (answer instanceof Blob) downloadFile(answer, getFileName(card, 'pkpass'));
      else location.assign((answer as { url: string }).url);
    },
    onError: (error) => showToast({ text: formatErrorMessage(intl, error) }),
  });
}
