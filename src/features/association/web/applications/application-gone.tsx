import { FormattedMessage } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { DetailPane } from '#features/association/web/desk-layout.tsx';

/** Shown when the open application leaves the queue. The next one opens only on request. */
export function ApplicationGone({ name, onNext }: { name: string; onNext: () => void }) {
  return (
    <DetailPane>
      <div role="alert">
        <Callout kind="wait">
          <FormattedMessage id="association.applications.gone" values={{ name: <bdi>{name}</bdi> }} />
        </Callout>
      </div>
      <Button kind="outlined" size="sm" onClick={onNext}>
        <FormattedMessage id="association.applications.next" />
      </Button>
    </DetailPane>
  );
}
