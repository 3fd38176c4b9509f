import { clsx } from 'clsx';
import { Award, FilePenLine, Hourglass, Trash2, Undo2, Wallet, X } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { buttonClass, type ButtonLook } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Disc, Row } from '#ui/lists/row.tsx';
import type { ApplicationRow } from '#features/applications/shared/application.ts';
import type { ApplicationState } from '#features/applications/shared/steps.ts';
import { levelName } from '#features/applications/shared/labels.ts';
import { applicationPath } from '#features/applications/web/paths.ts';
import { formatSince } from '#features/applications/web/format-since.ts';
import { StateChip } from '#features/applications/web/state-chip.tsx';

const discs = {
  Draft: { Icon: FilePenLine, tone: 'accent' },
  SubmittedToInstructor: { Icon: Hourglass, tone: 'sand' },
  MemberReview: { Icon: Hourglass, tone: 'sand' },
  SubmittedToAssociation: { Icon: Hourglass, tone: 'sand' },
  PaymentDue: { Icon: Wallet, tone: 'coral' },
  Completed: { Icon: Award, tone: 'accent' },
  Returned: { Icon: Undo2, tone: 'coral' },
  Rejected: { Icon: X, tone: 'sand' },
} as const satisfies Record<ApplicationState, unknown>;

interface OwnApplicationRowProps {
  row: ApplicationRow;
  buttonKind?: ButtonLook['kind'];
  /** Deletes a draft. */
  onRemove?: () => void;
}

/** One of the user's own applications with its level, status and next step. */
export function OwnApplicationRow({ row, buttonKind = 'outlined', onRemove }: OwnApplicationRowProps) {
  const intl = useIntl();
  const { id, state, stateDate, instructorName, open } = row;
  const { Icon, tone } = discs[state];
  const level = levelName(intl, row);
  return (
    <Row
      wrapsOnPhone
      start={
        <Disc tone={tone}>
          <Icon size={20} {...(state === 'Returned' && { className: 'flip' })} />
        </Disc>
      }
      title={
        <span className="inline-flex flex-wrap items-center gap-y-1 gap-x-2">
          {level} <StateChip state={state} />
        </span>
      }
      text={
        <FormattedMessage
          id={`applications.own.next.${state}`}
          values={{
            count: open.length + (instructorName === null ? 1 : 0),
            name: <bdi>{instructorName}</bdi>,
            day: formatSince(intl, stateDate),
          }}
        />
      }
      end={
        <span className="flex items-center gap-2 max-sm:flex-[1_0_100%] sm:max-w-1/2">
          <Link className={clsx(buttonClass({ kind: buttonKind }), 'max-sm:flex-1')} to={applicationPath(id)}>
            <FormattedMessage id={`applications.own.action.${state}`} />
          </Link>
          {state === 'Draft' && onRemove && (
            <IconButton
              className="-me-3"
              label={intl.formatMessage({ id: 'applications.own.throw_away' }, { level })}
              onClick={onRemove}
            >
              <Trash2 size={20} aria-hidden="true" />
            </IconButton>
          )}
        </span>
      }
    />
  );
}
