import { FormattedMessage } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';

/** In the place of one that left the queue under one’s eyes; another comes only when it is asked for. */
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
