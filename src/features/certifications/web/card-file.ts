import { useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { currentLocale } from '../../../platform/web/i18n.tsx';
import type { ECard } from '../shared/contract.ts';
import { findLevel } from '../shared/levels.ts';
import { eCards } from './client.ts';
import { useWhose } from './queries.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { failureText } from '../../../platform/web/failure-text.ts';
import { saveFile } from '../../../platform/web/save-file.ts';
import { whenReady } from './waiting.ts';

export type FileFormat = 'png' | 'pdf';

/** The card as a file in the language of the page; the first time in a language it is being made, which takes a moment. */
export function useCardFile(card: ECard) {
  const intl = useIntl();
  const { asked } = useWhose();
  const fetchFile = (format: FileFormat) =>
    eCards('GET cards/{licenseID}/file', {
      params: { licenseID: card.licenseID },
      query: { ...asked, format, culture: currentLocale() },
    }) as Promise<Blob>;
  return useMutation({
    mutationFn: (format: FileFormat) => whenReady(() => fetchFile(format)),
    onSuccess: (file, format) => saveFile(file, fileName(card, format)),
    onError: (error) => showToast({ text: failureText(intl, error) }),
  });
}

/** In Latin letters whatever the language, so that every device can keep it. */
function fileName({ levelID, licenseID }: ECard, ending: string): string {
  const level = findLevel(levelID)?.name.replaceAll('_', '-') ?? 'card';
  return `ecard-${level}-${licenseID}.${ending}`;
}

/** A pass for an Apple phone is a file; Google has an address at which it is added. */
export function useWallet(card: ECard) {
  const intl = useIntl();
  const { asked } = useWhose();
  return useMutation({
    mutationFn: (kind: ECard['wallets'][number]) =>
      whenReady(() =>
        eCards('GET cards/{licenseID}/wallet/{kind}', {
          params: { licenseID: card.licenseID, kind },
          query: { ...asked, culture: currentLocale() },
        }),
      ),
    onSuccess: (answer) => {
      if (answer instanceof Blob) saveFile(answer, fileName(card, 'pkpass'));
      else location.assign((answer as { url: string }).url);
    },
    onError: (error) => showToast({ text: failureText(intl, error) }),
  });
}
