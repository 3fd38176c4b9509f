import { clsx } from 'clsx';
import { useIntl } from 'react-intl';
import type { LogbookYear } from '#features/logbook/shared/contract.ts';

interface YearJumpProps {
  starts: ReadonlyMap<number, LogbookYear>;
  /** The first visible row. */
  firstIndex: number;
  onJump: (index: number) => void;
}

/** On phones, years stay in reach while the list scrolls. */
export function YearJump({ starts, firstIndex, onJump }: YearJumpProps) {
  const intl = useIntl();
  if (starts.size < 2) return null;
  const current = [...starts.keys()].findLast((index) => index <= firstIndex);
  return (
    <nav
      data-part="scroller"
      className="only-phone sticky top-header z-sticky -mx-gutter flex gap-1 overflow-x-auto border-b border-line bg-bg px-gutter [scrollbar-width:none]"
      aria-label={intl.formatMessage({ id: 'logbook.list.years' })}
    >
      {[...starts].map(([index, { year }]) => (
        <button
          key={year}
          type="button"
          className={clsx(
            'num min-h-tap flex-none border-b-3 px-3 text-(length:--t-sm)',
            index === current ? 'border-accent font-strong text-ink' : 'border-transparent text-ink-2',
          )}
          aria-current={index === current ? 'true' : undefined}
          onClick={() => onJump(index)}
        >
          {year}
        </button>
      ))}
    </nav>
  );
}
