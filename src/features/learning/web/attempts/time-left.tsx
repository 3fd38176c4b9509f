import { Timer } from '#ui/icons/icons.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { clsx } from 'clsx';

const tickMs = 500;
const announcedMinutes = new Set([10, 5, 1]);

interface TimeLeftProps {
  dueAt: string;
  /** Offset of this device's clock from the server's. */
  aheadMs: number;
  onOver: () => void;
}

/** Counts down by the server's clock. Screen readers announce ten, five and one minute only. */
export function TimeLeft({ dueAt, aheadMs, onOver }: TimeLeftProps) {
  const intl = useIntl();
  const endMs = Date.parse(dueAt) + aheadMs;
  const [leftMs, setLeftMs] = useState(() => endMs - Date.now());
  const over = useEffectEvent(onOver);
  useEffect(() => {
    const look = () => {
      setLeftMs(endMs - Date.now());
      if (endMs > Date.now()) return;
      clearInterval(timer);
      over();
    };
    const timer = setInterval(look, tickMs);
    look();
    return () => clearInterval(timer);
  }, [endMs]);
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  const minutes = Math.ceil(seconds / 60);
  const isShort = minutes <= 5;
  return (
    <div className="mb-5 flex items-center gap-2 text-ink-2">
      <Timer size={20} className={clsx(isShort && 'text-coral')} aria-hidden="true" />
      <span
        role="timer"
        className={clsx('text-(length:--t-lg) font-number', isShort ? 'text-coral' : 'text-ink')}
        aria-label={intl.formatMessage({ id: 'learning.player.time_left' }, { minutes })}
      >
        <bdi className="num">{formatClock(seconds)}</bdi>
      </span>
      <span aria-hidden="true">
        <FormattedMessage id="learning.player.left" />
      </span>
      <span className="vh" aria-live="polite">
        {announcedMinutes.has(minutes) && <FormattedMessage id="learning.player.time_left" values={{ minutes }} />}
      </span>
    </div>
  );
}

function formatClock(seconds: number): string {
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}
