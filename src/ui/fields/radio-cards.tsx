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
    <fieldset className="grid gap-2">
      <legend className="vh">{label}</legend>
      {picks.map((pick) => (
        <div
          key={pick.value}
          className="relative flex gap-3 rounded-box border-[1.5px] border-line-2 px-4 py-3 has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input
            className="mt-1 size-5 flex-none accent-accent"
            type="radio"
            id={`${id}-${pick.value}`}
            name={id}
            value={pick.value}
            checked={value === pick.value}
            aria-describedby={pick.text ? `${id}-${pick.value}-about` : undefined}
            onChange={() => onPick(pick.value)}
          />
          <div className="min-w-0">
            {/* The label covers the whole card. */}
            <label className="font-strong after:absolute after:inset-0" htmlFor={`${id}-${pick.value}`} dir="auto">
              {pick.title}
            </label>
            {pick.text && (
              <p className="text-sm text-ink-2" id={`${id}-${pick.value}-about`}>
                {pick.text}
              </p>
            )}
          </div>
        </div>
      ))}
    </fieldset>
  );
}
