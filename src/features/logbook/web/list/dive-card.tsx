import { Eye, MessageSquareText, EllipsisVertical, PencilLine, Trash2 } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { Link, useNavigate } from 'react-router';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { MenuPopover } from '#ui/overlays/menu.tsx';
import { DiveProfile } from '#ui/dive/dive-profile.tsx';
import { Stat } from '#ui/display/stat.tsx';
import type { DiveLogRow } from '#features/logbook/shared/contract.ts';
import { canDelete, canEdit } from '#features/logbook/shared/policy.ts';
import { estimateProfile } from '#features/logbook/web/dive/dive-profile.ts';
import { formatDay, StatusChip, getEditPath } from '#features/logbook/web/dive-text.tsx';
import { useMeasures } from '#features/logbook/web/use-measures.ts';

interface DiveCardProps {
  log: DiveLogRow;
  /** Whether to show the year, if no heading does. */
  hasYear: boolean;
  scaleDepthM: number;
  isLeaving: boolean;
  onDelete: () => void;
}

/** A card on phones, a row on wide screens. Unfinished dives link to their form, others to their page. */
export function DiveCard({ log, hasYear, scaleDepthM, isLeaving, onDelete }: DiveCardProps) {
  const intl = useIntl();
  const { status, max_depth: depth, bottom_time: minutes, dive_date: date } = log;
  const title = log.dive_title || intl.formatMessage({ id: 'logbook.show.untitled' });
  const isUnfinished = status === 'Draft' || status === 'Returned';
  return (
    <div className="dive" data-leaving={isLeaving || undefined}>
      <span className="when num">
        <b>{date === null ? intl.formatMessage({ id: 'logbook.list.no_date' }) : formatDay(intl, date, 'short')}</b>
        {hasYear && date !== null && <span>{date.slice(0, 4)}</span>}
        {log.dive_number !== null && (
          <span>{intl.formatMessage({ id: 'logbook.show.number' }, { number: log.dive_number })}</span>
        )}
      </span>
      <span className="ttl">
        <Link
          to={isUnfinished ? getEditPath(log) : `/logbook/dive/${log.id}`}
          onKeyDown={({ key }) => {
            if (key === 'Delete' && canDelete(status)) onDelete();
          }}
          dir="auto"
        >
          {title}
        </Link>
        <span dir="auto">{log.dive_location}</span>
      </span>
      <span className="pf">
        {depth !== null && minutes !== null && <Outline depthM={depth} minutes={minutes} scaleDepthM={scaleDepthM} />}
      </span>
      <Numbers log={log} />
      <span className="st">
        <StatusChip status={status} />
      </span>
      <DiveMenu log={log} title={title} onDelete={onDelete} />
      {status === 'Returned' && log.returned_reason !== null && (
        <p className="why">
          <MessageSquareText size={18} aria-hidden="true" />
          <span dir="auto">
            {intl.formatMessage(
              { id: 'logbook.list.returned' },
              { name: log.returned_name ?? '', reason: log.returned_reason },
            )}
          </span>
        </p>
      )}
    </div>
  );
}

interface OutlineProps {
  depthM: number;
  minutes: number;
  scaleDepthM: number;
}

/** Decorative: the numbers beside it carry the information. */
const Outline = memo(function Outline({ depthM, minutes, scaleDepthM }: OutlineProps) {
  return <DiveProfile samples={estimateProfile(depthM, minutes)} scaleDepthM={scaleDepthM} label="" height="100%" />;
});

function Numbers({ log }: { log: DiveLogRow }) {
  const intl = useIntl();
  const measures = useMeasures();
  const depth = measures.show('max_depth', log.max_depth, log.typed);
  const temperature = measures.show('bottom_water_temp', log.bottom_water_temp, log.typed);
  return (
    <span className="nums">
      <span>{depth && <Stat size="mid" value={depth.value} unit={depth.unit} />}</span>
      <span>
        {log.bottom_time !== null && (
          <Stat
            size="mid"
            value={intl.formatNumber(log.bottom_time)}
            unit={intl.formatMessage({ id: 'logbook.show.min' })}
          />
        )}
      </span>
      <span>{temperature && <Stat size="mid" value={temperature.value} unit={temperature.unit} />}</span>
    </span>
  );
}

function DiveMenu({ log, title, onDelete }: { log: DiveLogRow; title: string; onDelete: () => void }) {
  const intl = useIntl();
  const navigate = useNavigate();
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const label = intl.formatMessage({ id: 'logbook.list.more' }, { title });
  const icon = { size: 20, 'aria-hidden': true } as const;
  return (
    <span className="more">
      <IconButton
        ref={trigger}
        size="fine"
        label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <EllipsisVertical {...icon} />
      </IconButton>
      {isOpen && (
        <MenuPopover
          label={label}
          triggerRef={trigger}
          isOpen
          onOpenChange={setIsOpen}
          navigate={(href) => void navigate(href)}
          items={[
            {
              id: 'open',
              label: intl.formatMessage({ id: 'logbook.list.open' }),
              icon: <Eye {...icon} />,
              href: `/logbook/dive/${log.id}`,
            },
            ...(canEdit(log.status)
              ? [
                  {
                    id: 'edit',
                    label: intl.formatMessage({ id: 'logbook.list.edit' }),
                    icon: <PencilLine {...icon} />,
                    href: getEditPath(log),
                  },
                ]
              : []),
            ...(canDelete(log.status)
              ? [
                  {
                    id: 'delete',
                    label: intl.formatMessage({ id: 'logbook.list.delete' }),
                    icon: <Trash2 {...icon} />,
                    onAction: onDelete,
                    hasLine: true,
                  },
                ]
              : []),
          ]}
        />
      )}
    </span>
  );
}
