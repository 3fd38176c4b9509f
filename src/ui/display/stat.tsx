import type { ReactNode } from 'react';
import { classNames } from '#ui/styles/class-names.ts';

export type StatProps = { value: ReactNode; unit?: ReactNode; label?: ReactNode; size?: 'mid' | 'regular' | 'huge' };

/** A number with its unit and a label below. */
export function Stat({ value, unit, label, size = 'regular' }: StatProps) {
  return (
    <div className={classNames('stat', size !== 'regular' && size)}>
      <span className="v">
        <span className="iso">{value}</span>
        {unit && (
          <small>
            <bdi>{unit}</bdi>
          </small>
        )}
      </span>
      {label && <span className="k">{label}</span>}
    </div>
  );
}
