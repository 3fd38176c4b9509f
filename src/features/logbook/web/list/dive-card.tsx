import { Download, Eye, MessageSquareText, EllipsisVertical, PencilLine, Trash2 } from '#ui/icons/icons.ts';
import { clsx } from 'clsx';
import { lazy, memo, Suspense, useMemo, useRef, useState } from 'react';
import { decodeOutline } from '#domain/outline.ts';
import { useIntl } from 'react-intl';
import { Link, useNavigate } from 'react-router';
import { formatDay } from '#platform/shared/format-day.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { MenuPopover } from '#ui/overlays/menu.tsx';
import { DiveOutline } from '#ui/dive/dive-outline.tsx';
import { Stat } from '#ui/display/stat.tsx';
import type { DiveLogRow } from '#features/logbook/shared/contract.ts';
import { currentToken } from '#platform/web/session/session.ts';
import { canDelete, canEdit } from '#features/logbook/shared/policy.ts';
import { StatusChip, getEditPath } from '#features/logbook/web/dive-text.tsx';
import { useMeasures } from '#features/logbook/web/use-measures.ts';

const ExportDialog = lazy(async () => ({
  default: (await import('#features/logbook/web/exports/export-dialog.tsx')).ExportDialog,
}));

interface DiveCardProps {
  log: DiveLogRow;
  /** Its place in the list. */
  index: number;
  /** Whether to show the year, if no heading does. */
  hasYear: boolean;
  scaleDepthM: number;
  isLeaving: boolean;
  onDelete: (log: DiveLogRow, index: number) => void;
}

/**
 * Two lines on phones, one row on wide screens. Unfinished dives link to their form, others to their page. Memoized,
 * because the list renders again whenever it is scrolled or measured.
 */
export const DiveCard = memo(function DiveCard(props: DiveCardProps) {
  const { log, index, hasYear, scaleDepthM, isLeaving, onDelete } = props;
  const intl = useIntl();
  const { status, max_depth: depth, outline, dive_date: date } = log;
  const depths = useMemo(() => (outline === null ? null : decodeOutline(outline)), [outline]);
  const title = log.dive_title || intl.formatMessage({ id: 'logbook.show.untitled' });
  const isUnfinished = status === 'Draft' || status === 'Returned';
  return (
    <div
      className={clsx(
        'relative grid grid-cols-[52px_minmax(0,1fr)_auto_auto_28px] gap-x-3 items-center min-h-17 py-2 transition-opacity duration-move data-leaving:opacity-40',
        '@min-[760px]:grid-cols-[76px_minmax(0,1fr)_minmax(120px,232px)_88px_84px_68px_minmax(112px,152px)_32px] @min-[760px]:gap-x-4 @min-[760px]:min-h-22 @min-[760px]:py-3',
        '@min-[760px]:hover:bg-hover @min-[760px]:hover:shadow-[0_0_0_12px_var(--hover)] @min-[760px]:hover:[clip-path:inset(0_-12px)]',
      )}
      data-leaving={isLeaving || undefined}
    >
      <span className="num flex col-2 row-2 min-w-0 gap-x-2 overflow-x-clip whitespace-nowrap text-sm text-ink-2 @min-[760px]:row-1 @min-[760px]:col-auto @min-[760px]:flex-wrap @min-[760px]:overflow-visible @min-[760px]:*:flex-[1_0_100%]">
        <b className="font-text @min-[760px]:font-strong @min-[760px]:text-ink">
          {date === null ? intl.formatMessage({ id: 'logbook.list.no_date' }) : formatDay(intl, date, 'short')}
        </b>
        {hasYear && date !== null && <span>{date.slice(0, 4)}</span>}
        {log.dive_number !== null && (
          <span className="hidden @min-[760px]:block">
            {intl.formatMessage({ id: 'logbook.show.number' }, { number: log.dive_number })}
          </span>
        )}
        <span className="min-w-0 overflow-x-clip text-ellipsis @min-[760px]:hidden" dir="auto">
          {log.dive_location}
        </span>
      </span>
      <span className="col-[2/4] row-1 min-w-0 @min-[760px]:col-auto">
        {/* The link covers the card; the menu lies above it. */}
        <Link
          className="block overflow-x-clip text-ellipsis whitespace-nowrap text-inherit font-strong leading-6 no-underline after:absolute after:inset-0 after:rounded-box focus-visible:outline-0 focus-visible:after:[outline:var(--focus-ring)] focus-visible:after:outline-offset-(--focus-gap)"
          data-part="title"
          to={isUnfinished ? getEditPath(log) : `/logbook/dive/${log.id}`}
          onKeyDown={({ key }) => {
            if (key === 'Delete' && canDelete(toOwnDive(log), currentToken())) onDelete(log, index);
          }}
          dir="auto"
        >
          {title}
        </Link>
        <span
          className="hidden text-sm overflow-x-clip text-ellipsis whitespace-nowrap min-h-(--l-sm) text-ink-2 @min-[760px]:block"
          dir="auto"
        >
          {log.dive_location}
        </span>
      </span>
      <span className="col-1 row-span-2 row-start-1 h-10 @min-[760px]:row-1 @min-[760px]:col-auto @min-[760px]:h-15">
        {depth !== null && <DiveOutline depths={depths} depthM={depth} scaleDepthM={scaleDepthM} height="100%" />}
      </span>
      <Numbers log={log} />
      <span className="col-4 row-1 max-w-full justify-self-end @min-[760px]:col-auto">
        {/* Most dives are done; on phones their icon is enough, and the title has the room. */}
        <StatusChip
          status={status}
          className={
            status === 'Verified' || status === 'Logged'
              ? '@max-[759px]:size-[26px] @max-[759px]:justify-center @max-[759px]:px-0 @max-[759px]:[&>span]:sr-only'
              : 'max-w-40 @min-[760px]:max-w-full'
          }
        />
      </span>
      <DiveMenu log={log} title={title} onDelete={() => onDelete(log, index)} />
      {status === 'Returned' && log.returned_reason !== null && (
        <p className="flex col-[2/-1] row-3 gap-2 mt-1 text-sm text-coral @min-[760px]:col-[2/8] @min-[760px]:row-2 @min-[760px]:mt-0 @min-[760px]:mb-1">
          <MessageSquareText className="mt-0.5" size={18} aria-hidden="true" />
          <span className="line-clamp-3 wrap-anywhere" dir="auto">
            {intl.formatMessage(
              { id: 'logbook.list.returned' },
              { name: log.returned_name ?? '', reason: log.returned_reason },
            )}
          </span>
        </p>
      )}
    </div>
  );
});

/** The list has only the viewer's dives, so its rows don't name the diver. */
const toOwnDive = ({ status }: DiveLogRow) => ({ status, affiliate_id: currentToken()?.affiliateId ?? 0 });

const compactValue = '@max-[759px]:text-md';

function Numbers({ log }: { log: DiveLogRow }) {
  const intl = useIntl();
  const measures = useMeasures();
  const depth = measures.show('max_depth', log.max_depth, log.typed);
  const temperature = measures.show('bottom_water_temp', log.bottom_water_temp, log.typed);
  return (
    <span
      className="flex col-[3/5] row-2 gap-2 justify-self-end @min-[760px]:contents @min-[760px]:*:row-1 @min-[760px]:*:text-end"
      data-part="numbers"
    >
      <span>{depth && <Stat size="sm" valueClassName={compactValue} value={depth.value} unit={depth.unit} />}</span>
      <span>
        {log.bottom_time !== null && (
          <Stat
            size="sm"
            valueClassName={compactValue}
            value={intl.formatNumber(log.bottom_time)}
            unit={intl.formatMessage({ id: 'logbook.show.min' })}
          />
        )}
      </span>
      <span className="hidden @min-[760px]:block">
        {temperature && <Stat size="sm" value={temperature.value} unit={temperature.unit} />}
      </span>
    </span>
  );
}

function DiveMenu({ log, title, onDelete }: { log: DiveLogRow; title: string; onDelete: () => void }) {
  const intl = useIntl();
  const navigate = useNavigate();
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isExporting, setIsExporting] = useState(false);
  const label = intl.formatMessage({ id: 'logbook.list.more' }, { title });
  const icon = { size: 20, 'aria-hidden': true } as const;
  return (
    <span className="relative col-5 row-span-2 row-start-1 justify-self-end -my-1.5 -me-3 @min-[760px]:row-1 @min-[760px]:col-auto @min-[760px]:my-0">
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
            ...(log.status === 'Draft'
              ? []
              : [
                  {
                    id: 'export',
                    label: intl.formatMessage({ id: 'logbook.export.action' }),
                    icon: <Download {...icon} />,
                    onAction: () => setIsExporting(true),
                  },
                ]),
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
      <Suspense>{isExporting && <ExportDialog ids={[log.id]} onClose={() => setIsExporting(false)} />}</Suspense>
    </span>
  );
}
