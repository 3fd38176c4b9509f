import { useIntl } from 'react-intl';
import { useIsOnline } from '#platform/web/hooks/use-is-online.ts';

/** The texts for the kit's ErrorState on a page that failed to load. */
export function useErrorState(): { title: string; text: string; refreshLabel: string } {
  const intl = useIntl();
  const isOnline = useIsOnline();
  return {
    title: intl.formatMessage({ id: 'shell.error.title' }),
    text: intl.formatMessage({ id: isOnline ? 'shell.error.text' : 'error.network.failed' }),
    refreshLabel: intl.formatMessage({ id: 'shell.refresh' }),
  };
}
