import { useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { Field, TextAreaField } from '#ui/fields/field.tsx';

interface FlagValueProps<Value> {
  title: ReactNode;
  value: Value;
  isBusy: boolean;
  onSet: (value: Value) => void;
}

const maxLength = 500;

/** A percentage, set with a slider or by typing. */
export function FlagShare({ title, value, isBusy, onSet }: FlagValueProps<number>) {
  const saved = String(toPercent(value));
  const [typed, setTyped] = useState(saved);
  const percent = Number(typed);
  const isWrong = typed.trim() === '' || !(percent >= 0 && percent <= 100);
  return (
    <form
      noValidate
      className="[&_[data-part=label]]:contents grid gap-2 content-start"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWrong && !isBusy && typed !== saved) onSet(percent / 100);
      }}
    >
      <div className="grid grid-cols-[112px_minmax(0,1fr)] gap-4 items-start">
        <Field
          size="sm"
          type="number"
          inputMode="decimal"
          min={0}
          max={100}
          step="any"
          label={<span className="vh">{title}</span>}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          end={<span aria-hidden="true">%</span>}
          wrong={isWrong && <FormattedMessage id="association.flags.share_wrong" />}
        />
        {/* Hidden from screen readers, because the number field has the same value. */}
        <input
          type="range"
          className="h-tap-sm w-full accent-accent"
          aria-hidden="true"
          tabIndex={-1}
          min={0}
          max={100}
          value={isWrong ? 0 : percent}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <Save isShown={typed !== saved} isBusy={isBusy} onReset={() => setTyped(saved)} />
    </form>
  );
}

export function FlagText({ title, value, isBusy, onSet }: FlagValueProps<string>) {
  const [typed, setTyped] = useState(value);
  return (
    <form
      noValidate
      className="[&_[data-part=label]]:contents grid gap-2 content-start"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && typed.trim() !== value) onSet(typed.trim());
      }}
    >
      <TextAreaField
        rows={2}
        maxLength={maxLength}
        label={<span className="vh">{title}</span>}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Save isShown={typed.trim() !== value} isBusy={isBusy} onReset={() => setTyped(value)} />
    </form>
  );
}

function Save({ isShown, isBusy, onReset }: { isShown: boolean; isBusy: boolean; onReset: () => void }) {
  if (!isShown) return null;
  return (
    <div className="flex gap-2">
      <Button type="submit" size="sm" isBusy={isBusy}>
        <FormattedMessage id="association.flags.save" />
      </Button>
      <Button kind="quiet" size="sm" onClick={onReset}>
        <FormattedMessage id="association.reject.cancel" />
      </Button>
    </div>
  );
}

/** Rounds off floating-point errors. */
function toPercent(share: number): number {
  return Math.round(share * 1e6) / 1e4;
}
