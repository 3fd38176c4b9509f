import { Eye, MessageSquareText, EllipsisVertical, PencilLine, Trash2 } from 'lucide-react';
import { clsx } from 'clsx';
import { memo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { Link, useNavigate } from 'react-router';
import { formatDay } from '#platform/shared/format-day.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { MenuPopover } from '#ui/overlays/menu.tsx';
import { DiveProfile } from '#ui/dive/dive-profile.tsx';
import { Stat } from '#ui/display/stat.tsx';
import type { DiveLogRow } from '#features/logbook/shared/contract.ts';
import { currentToken } from '#platform/web/session/session.ts';
import { canDelete, canEdit } from '#features/logbook/shared/policy.ts';
import { estimateProfile } from '#features/logbook/web/dive/dive-profile.ts';
import { StatusChip, getEditPath } from '#features/logbook/web/dive-text.tsx';
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
    <div
      className={clsx(
        'relative grid grid-cols-[minmax(0,1fr)_auto] gap-y-1 gap-x-3 p-4 border border-line rounded-box bg-surface transition-opacity duration-move data-leaving:opacity-40',
        '@min-[760px]:grid-cols-[76px_minmax(0,1fr)_minmax(120px,232px)_88px_84px_68px_112px_32px] @min-[760px]:gap-y-0 @min-[760px]:gap-x-4 @min-[760px]:items-center @min-[760px]:min-h-22 @min-[760px]:py-3 @min-[760px]:px-0 @min-[760px]:border-0 @min-[760px]:rounded-none @min-[760px]:bg-transparent',
        '@min-[760px]:hover:bg-hover @min-[760px]:hover:shadow-[0_0_0_12px_var(--hover)] @min-[760px]:hover:[clip-path:inset(0_-12px)]',
      )}
      data-leaving={isLeaving || undefined}
    >
      <span className="num flex col-1 flex-wrap gap-x-2 text-sm text-ink-2 @min-[760px]:row-1 @min-[760px]:col-auto @min-[760px]:*:flex-[1_0_100%]">
        <b className="@min-[760px]:text-ink">
          {date === null ? intl.formatMessage({ id: 'logbook.list.no_date' }) : formatDay(intl, date, 'short')}
        </b>
        {hasYear && date !== null && <span>{date.slice(0, 4)}</span>}
        {log.dive_number !== null && (
          <span>{intl.formatMessage({ id: 'logbook.show.number' }, { number: log.dive_number })}</span>
        )}
      </span>
      <span className="col-span-full row-2 min-w-0 @min-[760px]:row-1 @min-[760px]:col-auto">
        {/* The link covers the card; the menu lies above it. */}
        <Link
          className="block overflow-x-clip text-ellipsis whitespace-nowrap text-inherit font-strong leading-6 no-underline after:absolute after:inset-0 after:rounded-box focus-visible:outline-0 focus-visible:after:[outline:var(--focus-ring)] focus-visible:after:outline-offset-(--focus-gap)"
          data-part="title"
          to={isUnfinished ? getEditPath(log) : `/logbook/dive/${log.id}`}
          onKeyDown={({ key }) => {
            if (key === 'Delete' && canDelete(toOwnDive(log), currentToken())) onDelete();
          }}
          dir="auto"
        >
          {title}
        </Link>
        <span
          className="block text-sm overflow-x-clip text-ellipsis whitespace-nowrap min-h-(--l-sm) text-ink-2"
          dir="auto"
        >
          {log.dive_location}
        </span>
      </span>
      <span className="col-span-full row-3 h-17 mt-3 mb-2 @min-[760px]:row-1 @min-[760px]:col-auto @min-[760px]:h-15 @min-[760px]:my-0">
        {depth !== null && minutes !== null && <Outline depthM={depth} minutes={minutes} scaleDepthM={scaleDepthM} />}
      </span>
      <Numbers log={log} />
      <span className="col-2 row-1 justify-self-end @min-[760px]:col-auto">
        <StatusChip status={status} />
      </span>
      <DiveMenu log={log} title={title} onDelete={onDelete} />
      {status === 'Returned' && log.returned_reason !== null && (
        <p className="flex col-span-full gap-2 mt-2 text-sm text-coral @min-[760px]:col-[2/8] @min-[760px]:row-2 @min-[760px]:mt-0 @min-[760px]:mb-1">
          <MessageSquareText className="mt-0.5" size={18} aria-hidden="true" />
          <span className="line-clamp-3 @min-[760px]:line-clamp-2" dir="auto">
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

/** The list has only the viewer's dives, so its rows don't name the diver. */
const toOwnDive = ({ status }: DiveLogRow) => ({ status, affiliate_id: currentToken()?.affiliateId ?? 0 });

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
    <span
      className="grid col-span-full row-4 grid-cols-[repeat(3,1fr)] min-h-(--l-lg) pe-9 @min-[760px]:contents @min-[760px]:*:row-1 @min-[760px]:*:text-end"
      data-part="numbers"
    >
      <span>{depth && <Stat size="sm" value={depth.value} unit={depth.unit} />}</span>
      <span>
        {log.bottom_time !== null && (
          <Stat
            size="sm"
            value={intl.formatNumber(log.bottom_time)}
            unit={intl.formatMessage({ id: 'logbook.show.min' })}
          />
        )}
      </span>
      <span>{temperature && <Stat size="sm" value={temperature.value} unit={temperature.unit} />}</span>
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
    <span className="relative col-2 row-4 justify-self-end -my-1.5 -me-3 @min-[760px]:row-1 @min-[760px]:col-auto @min-[760px]:my-0">
      <IconButton
        ref={trigger}
        size="sm"
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
            ...(canEdit(toOwnDive(log), currentToken())
              ? [
                  {
                    id: 'edit',
                    label: intl.formatMessage({ id: 'logbook.list.edit' }),
                    icon: <PencilLine {...icon} />,
                    href: getEditPath(log),
                  },
                ]
              : []),
            ...(canDelete(toOwnDive(log), currentToken())
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
