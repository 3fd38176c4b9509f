import { FormattedMessage } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';

/** Shown when the open application leaves the queue. The next one opens only on request. */
export function ApplicationGone({ name, onNext }: { name: string; onNext: () => void }) {
  return (
    <section className="flex flex-col min-w-0 min-h-0 bg-surface lg:overflow-hidden xl:border-s xl:border-line">
      <div className="flex relative flex-1 flex-col gap-4 py-4 px-gutter lg:overflow-auto lg:p-5 lg:pe-6">
        <div role="alert">
          <Callout kind="wait">
            <FormattedMessage id="association.applications.gone" values={{ name: <bdi>{name}</bdi> }} />
          </Callout>
        </div>
        <Button kind="outlined" size="sm" onClick={onNext}>
          <FormattedMessage id="association.applications.next" />
        </Button>
      </div>
    </section>
  );
}
