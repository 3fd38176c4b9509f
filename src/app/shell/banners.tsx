import { useSyncExternalStore } from 'react';
import { FormattedMessage } from 'react-intl';
import { boot } from '../../platform/web/boot.ts';
import { Banner } from '../../ui/banner.tsx';

function watchNetwork(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

export function Banners() {
  const isOnline = useSyncExternalStore(watchNetwork, () => navigator.onLine);
  const { isOn, message } = boot.maintenance;
  return (
    <>
      {isOn && <Banner kind="maintenance">{message || <FormattedMessage id="shell.maintenance" />}</Banner>}
      {!isOnline && (
        <Banner kind="offline">
          <FormattedMessage id="shell.offline" />
        </Banner>
      )}
    </>
  );
}
