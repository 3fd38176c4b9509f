import { FormattedMessage } from 'react-intl';
import { Card } from '../../../../ui/card.tsx';
import { RedeemForm } from '../codes/redeem-form.tsx';

/** How to get a course that one may not learn yet. */
export function CourseAccess() {
  return (
    <section className="sec" aria-labelledby="access">
      <Card>
        <h2 id="access">
          <FormattedMessage id="learning.access.title" />
        </h2>
        <p className="mt-1 mb-4 text-sm text-ink-2">
          <FormattedMessage id="learning.access.text" />
        </p>
        <RedeemForm kind="filled" />
      </Card>
    </section>
  );
}
