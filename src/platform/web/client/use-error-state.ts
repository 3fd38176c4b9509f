import { useIntl } from 'react-intl';
import { useIsOnline } from '#platform/web/hooks/use-is-online.ts';

/** What a page says that could not be had: trying again may help. For the kit's ErrorState. */
export function useErrorState(): { title: string; text: string; refreshLabel: string } {
  const intl = useIntl();
  const isOnline = useIsOnline();
  return {
    title: intl.formatMessage({ id: 'shell.error.title' }),
    text: intl.formatMessage({ id: isOnline ? 'shell.error.text' : 'error.network.failed' }),
    refreshLabel: intl.formatMessage({ id: 'shell.refresh' }),
  };
}
