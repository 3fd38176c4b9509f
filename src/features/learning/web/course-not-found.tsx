import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { buttonClass } from '#ui/buttons/button.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';

export function CourseNotFound({ id }: { id: string }) {
  return (
    <EmptyState
      level={1}
      drawing={<CompassDrawing />}
      title={<FormattedMessage id="NoCourseFound" />}
      text={<bdi>{id}</bdi>}
      action={
        <Link className={buttonClass({ kind: 'outlined' })} to="/training/dashboard">
          <FormattedMessage id="learning.to_dashboard" />
        </Link>
      }
    />
  );
}
