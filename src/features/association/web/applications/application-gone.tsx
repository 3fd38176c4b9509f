import { FormattedMessage } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import type { ApplicationRow } from '#features/applications/shared/application.ts';
import { DecidedBy } from '#features/association/web/decided-by.tsx';
import { DetailPane } from '#features/association/web/desk-layout.tsx';

/** Shown when the open application leaves the queue. The next one opens only on request. */
export function ApplicationGone({ row: { id, applicantName }, onNext }: { row: ApplicationRow; onNext: () => void }) {
  return (
    <DetailPane>
      <div role="alert">
        <Callout kind="wait">
          <FormattedMessage id="association.applications.gone" values={{ name: <bdi>{applicantName}</bdi> }} />
          <DecidedBy queue="applications" subject={`application:${id}`} />
        </Callout>
      </div>
      <Button kind="outlined" size="sm" onClick={onNext}>
        <FormattedMessage id="association.applications.next" />
      </Button>
    </DetailPane>
  );
}
