import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { Card } from '#ui/layout/card.tsx';
import { DiverDrawing } from '#ui/drawings/diver-drawing.tsx';
import { RedeemForm } from '#features/learning/web/codes/redeem-form.tsx';
import { coursePath } from '#features/learning/shared/player-paths.ts';
import { useAllCourses } from './dashboard-queries.ts';

/** Shown without any course: redeem a code or open a demo course. */
export function FirstSteps() {
  const demos = useAllCourses().data?.filter(({ kind }) => kind === 'demo') ?? [];
  return (
    <Card className="mt-6 grid justify-items-center gap-5 sm:grid-cols-[auto_minmax(0,480px)] sm:justify-center sm:gap-12 sm:items-center">
      <DiverDrawing />
      <div className="min-w-0 w-full max-w-120">
        <h2>
          <FormattedMessage id="learning.first.title" />
        </h2>
        <p className="mt-1 mb-4 text-sm text-ink-2">
          <FormattedMessage id="learning.first.text" />
        </p>
        <RedeemForm kind="filled" />
        {demos.length > 0 && (
          <p className="mt-4 text-sm text-ink-2">
            <FormattedMessage id="learning.first.demos" />{' '}
            {demos.map(({ packageId, title }, index) => (
              <span key={packageId}>
                {index > 0 && ' · '}
                <Link to={coursePath(packageId)} dir="auto">
                  {title}
                </Link>
              </span>
            ))}
          </p>
        )}
      </div>
    </Card>
  );
}
