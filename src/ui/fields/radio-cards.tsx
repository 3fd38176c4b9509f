import './radio-cards.css';
import { useId, type ReactNode } from 'react';

export type RadioCard<Value> = { value: Value; title: ReactNode; text?: ReactNode };

export type RadioCardsProps<Value> = {
  /** The accessible name of the group. */
  label: ReactNode;
  picks: readonly RadioCard<Value>[];
  value: Value | null;
  onPick: (value: Value) => void;
};

/** A single choice as cards with a description. The whole card is clickable. */
export function RadioCards<Value extends string | number>({ label, picks, value, onPick }: RadioCardsProps<Value>) {
  const id = useId();
  return (
    <fieldset className="pick-list">
      <legend className="vh">{label}</legend>
      {picks.map((pick) => (
        <div key={pick.value} className="pick-box">
          <input
            type="radio"
            id={`${id}-${pick.value}`}
            name={id}
            value={pick.value}
            checked={value === pick.value}
            aria-describedby={pick.text ? `${id}-${pick.value}-about` : undefined}
            onChange={() => onPick(pick.value)}
          />
          <div className="min-w-0">
            <label htmlFor={`${id}-${pick.value}`} dir="auto">
              {pick.title}
            </label>
            {pick.text && <p id={`${id}-${pick.value}-about`}>{pick.text}</p>}
          </div>
        </div>
      ))}
    </fieldset>
  );
}
