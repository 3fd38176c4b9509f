import { FormattedDate, FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { useCurrentChild } from '#platform/web/session/use-person-switch.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { BuoyDrawing } from '#ui/drawings/buoy-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { minAge } from '#features/dsd/shared/rules.ts';
import { useDiver } from './queries.ts';

export function isNotEligible(error: unknown): error is ApiError {
  return error instanceof ApiError && ['dsd.too_young', 'dsd.birthdate_missing'].includes(error.code);
}

/** Shown to a diver who is too young, with the first eligible day, or whose birthdate is unknown. */
export function NotEligible({ error }: { error: ApiError }) {
  const { search } = useDiver();
  const child = useCurrentChild()?.firstName;
  const from = error.entries[0]?.now;
  const isYoung = error.code === 'dsd.too_young' && from !== undefined;
  const values = {
    age: minAge,
    isChild: String(child !== undefined),
    name: <bdi>{child}</bdi>,
    date: from && <FormattedDate value={from} dateStyle="long" timeZone="UTC" />,
  };
  return (
    <EmptyState
      isCard
      level={1}
      drawing={<BuoyDrawing />}
      title={<FormattedMessage id={isYoung ? 'dsd.not_yet.from' : 'dsd.not_yet.unknown'} values={values} />}
      text={<FormattedMessage id={isYoung ? 'dsd.not_yet.from_text' : 'dsd.not_yet.unknown_text'} values={values} />}
      action={
        <Link className={buttonClass({ kind: isYoung ? 'outlined' : 'filled' })} to={`/profile${search}`}>
          <FormattedMessage id={isYoung ? 'dsd.not_yet.young_action' : 'dsd.not_yet.unknown_action'} />
        </Link>
      }
    />
  );
}
