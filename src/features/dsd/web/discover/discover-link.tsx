import { useSyncExternalStore } from 'react';
import { FormattedMessage } from 'react-intl';
import { CopyTextButton } from '#ui/buttons/copy-text-button.tsx';
import { Card } from '#ui/layout/card.tsx';

/** The origin never changes. The server doesn't know the one that the browser uses. */
const subscribe = () => () => undefined;

/** The public page of the signed-in store, to share with guests. */
export function DiscoverLink({ storeNumber }: { storeNumber: number }) {
  const path = `/discover/${storeNumber}`;
  const url = useSyncExternalStore(
    subscribe,
    () => `${location.origin}${path}`,
    () => path,
  );
  return (
    <Card className="mb-6 flex flex-wrap items-center gap-4">
      <div className="min-w-0 flex-[1_1_280px]">
        <h2 className="text-md">
          <FormattedMessage id="dsd.discover.yours" />
        </h2>
        <p className="text-sm text-ink-2">
          <FormattedMessage id="dsd.discover.yours_text" />
        </p>
        <a className="text-sm wrap-anywhere" href={path} dir="ltr">
          {url}
        </a>
      </div>
      <CopyTextButton
        text={url}
        label={<FormattedMessage id="dsd.discover.copy" />}
        copied={<FormattedMessage id="dsd.discover.copied" />}
      />
    </Card>
  );
}
