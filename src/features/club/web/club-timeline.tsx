import './club-timeline.css';
import { Check, Percent, RefreshCw, TriangleAlert, X, type LucideIcon } from '#ui/icons/icons.ts';
import type { CSSProperties } from 'react';
import { useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { clsx } from 'clsx';
import { formatDay, formatMonth } from '#platform/shared/format-day.ts';
import type { ClubPage } from '#features/club/shared/contract.ts';
import { daysBetween, toIsoDate } from '#platform/shared/dates.ts';
import { formatPrice, toTotal } from './club-format.ts';
import { estimateWidthPx, layoutTimeline, placeCaptions } from './timeline-layout.ts';

/**
 * The minimum width of the line, and the share of it a caption may take before it wraps, on wide screens and phones.
 */
const lineWidths = { wide: { px: 672, most: 0.25 }, narrow: { px: 330, most: 0.5 } };
/** More month names than this do not fit on a phone. */
const maxNamedMonths = 6;

interface TimelineMark {
  id: string;
  at: number;
  icon?: LucideIcon;
  tone?: 'next' | 'today' | 'due';
  title: string;
  text: string;
  /** On phones only the mark is shown; its text appears further down. */
  isQuiet?: boolean;
}

type ShownPeriod = { page: ClubPage; period: ClubPage['history'][number] };

/** The membership year as a timeline of months with past and upcoming events. */
export function ClubTimeline({ page, period, className }: ShownPeriod & { className: string }) {
  const intl = useIntl();
  const day = toIsoDate();
  const { months, placeOf } = layoutTimeline(period.startsOn, period.endsOn, day);
  const marks = useTimelineMarks({ page, period }, placeOf, day);
  const place = (shown: readonly TimelineMark[], { px, most }: (typeof lineWidths)['wide']) =>
    placeCaptions(
      shown.map(({ at, title, text }) => ({ at, width: Math.min(most, estimateWidthPx([title, text]) / px) })),
    );
  const wide = place(marks, lineWidths.wide);
  const loud = marks.filter(({ isQuiet }) => !isQuiet);
  const narrow = place(loud, lineWidths.narrow);
  const lanes = (captions: typeof wide) => Math.max(...captions.map(({ lane }) => lane));
  return (
    <section
      className={clsx('club-year', className)}
      aria-label={intl.formatMessage({ id: 'club.year.label' })}
      style={cssVariables({ '--lanes-wide': lanes(wide), '--lanes-narrow': lanes(narrow) })}
    >
      <div className="club-year-line">
        <div className="sea" style={{ inlineSize: `${placeOf(day) * 100}%` }} />
        <div
          className={clsx('months', months.length > maxNamedMonths && 'many')}
          style={{ gridTemplateColumns: months.map(({ share }) => `minmax(0, ${share}fr)`).join(' ') }}
          aria-hidden="true"
        >
          {months.map((month) => (
            <span key={month.day} className={month.isPast ? 'past' : undefined}>
              {formatMonth(intl, month.day)}
            </span>
          ))}
        </div>
        <ol>
          {marks
            .map((mark, index) => ({ mark, caption: wide[index], small: narrow[loud.indexOf(mark)] }))
            .toSorted((one, other) => one.mark.at - other.mark.at)
            .map(({ mark, caption, small }) => (
              <li
                key={mark.id}
                className={clsx('mark', mark.tone, mark.isQuiet && 'quiet', mark.at > 0 && mark.at < 1 && 'between')}
                style={cssVariables({
                  '--at': `${mark.at * 100}%`,
                  '--lane-wide': caption?.lane ?? 0,
                  '--lane-narrow': small?.lane ?? 0,
                  '--align-wide': caption?.align ?? 'center',
                  '--align-narrow': small?.align ?? 'center',
                })}
              >
                <span className="knot" aria-hidden="true">
                  {mark.icon && <mark.icon size={15} />}
                </span>
                <span className="cap">
                  <b>{mark.title}</b> {mark.text}
                </span>
              </li>
            ))}
        </ol>
      </div>
    </section>
  );
}

/** The end marks come first, so other captions make room for them. */
function useTimelineMarks(
  { page, period }: ShownPeriod,
  placeOf: (day: string) => number,
  day: string,
): TimelineMark[] {
  const intl = useIntl();
  const { status, endsOn, discount, renewal, isRenewing } = page;
  const format = (id: MessageId, values?: Record<string, string | number>) => intl.formatMessage({ id }, values);
  const marks: TimelineMark[] = [
    {
      id: 'start',
      at: 0,
      icon: Check,
      title: format(`club.kind.${period.kind}`),
      text: formatPrice(intl, period.price),
    },
    endMark(),
  ];
  if (status !== 'past_due')
    marks.push({
      id: 'today',
      at: placeOf(day),
      tone: 'today',
      title: format('club.year.today'),
      text: format('club.year.left', { days: daysBetween(day, period.endsOn) }),
    });
  if (discount?.isUsed && discount.on !== null) {
    const date = formatDay(intl, discount.on, 'short');
    marks.push({
      id: 'discount',
      at: placeOf(discount.on),
      icon: Percent,
      isQuiet: true,
      title: format('club.year.code_used'),
      text: discount.saved ? format('club.year.code_saved', { date, saved: formatMoney(intl, discount.saved) }) : date,
    });
  }
  return marks;

  function endMark(): TimelineMark {
    const end = { id: 'end', at: 1 };
    const price = renewal && formatMoney(intl, toTotal(renewal.price));
    const date = formatDay(intl, period.endsOn, 'short');
    if (status === 'past_due')
      return { ...end, icon: TriangleAlert, tone: 'due', title: format('club.year.due'), text: price ?? date };
    // The next year is already paid.
    if (endsOn !== null && endsOn > period.endsOn)
      return {
        ...end,
        icon: Check,
        tone: 'next',
        title: format('club.year.next'),
        text: format('club.year.next_paid'),
      };
    if (isRenewing)
      return { ...end, icon: RefreshCw, tone: 'next', title: format('club.year.renews'), text: price ?? date };
    return { ...end, icon: X, tone: 'next', title: format('club.year.ends'), text: date };
  }
}

/** React's CSSProperties type does not include custom properties. */
function cssVariables(values: Record<`--${string}`, string | number>): CSSProperties {
  return values as CSSProperties;
}
