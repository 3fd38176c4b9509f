import { FormattedMessage } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';

/** Shown when the open application leaves the queue. The next one opens only on request. */
export function ApplicationGone({ name, onNext }: { name: string; onNext: () => void }) {
  return (
    <section className="detail">
      <div className="detail-body">
        <div role="alert">
          <Callout kind="wait">
            <FormattedMessage id="association.applications.gone" values={{ name: <bdi>{name}</bdi> }} />
          </Callout>
        </div>
        <Button kind="outlined" size="fine" onClick={onNext}>
          <FormattedMessage id="association.applications.next" />
        </Button>
      </div>
    </section>
  );
}
