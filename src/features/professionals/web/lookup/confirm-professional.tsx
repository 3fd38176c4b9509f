import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { Field } from '#ui/fields/field.tsx';
import { SegmentedControl } from '#ui/fields/segmented-control.tsx';
import { FoundProfessionals } from './found-professionals.tsx';
import { parseProfessionalNumber, useProfessionalLookup, type ProfessionalNumbers } from './use-professional-lookup.ts';
import type { ProfessionalKind } from './find-professional.ts';

export interface ConfirmProfessionalProps {
  /** Called with the numbers that were found, or null while there are none. */
  onChange: (named: ProfessionalNumbers | null) => void;
  /** Looked up when the field is mounted. */
  initial?: ProfessionalNumbers;
  /** Limits the lookup to one kind. */
  only?: ProfessionalKind;
}

const kinds = ['store', 'member'] as const;
const noNumbers: ProfessionalNumbers = { storeNumber: null, memberNumber: null };

/** Finds a dive center or an instructor by number, and shows who it is before anything is saved. */
export function ConfirmProfessional({ onChange, initial = noNumbers, only }: ConfirmProfessionalProps) {
  const input = useRef<HTMLInputElement>(null);
  const [kind, setKind] = useState<ProfessionalKind>(
    only ?? (initial.storeNumber === null && initial.memberNumber !== null ? 'member' : 'store'),
  );
  const [text, setText] = useState(String(initial.storeNumber ?? initial.memberNumber ?? ''));
  const { found, problem, isBusy, errorCount, find, reset } = useProfessionalLookup(onChange);
  useEffect(() => {
    if (initial.storeNumber !== null || initial.memberNumber !== null) void find(initial, false);
    // Only the initial numbers are looked up automatically.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  useEffect(() => {
    if (errorCount > 0) input.current?.focus();
  }, [errorCount]);

  const [hasSearched, setHasSearched] = useState(false);
  const search = () => {
    setHasSearched(true);
    const number = parseProfessionalNumber(text);
    void find({ storeNumber: kind === 'store' ? number : null, memberNumber: kind === 'member' ? number : null }, true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter must not submit a surrounding form.
    event.preventDefault();
    search();
  };

  if (found.length > 0)
    return (
      <FoundProfessionals
        found={found}
        takesFocus={hasSearched}
        onOther={() => {
          reset();
          setText('');
          requestAnimationFrame(() => input.current?.focus());
        }}
      />
    );
  return (
    <div className="grid gap-4">
      {only === undefined && (
        <SegmentedControl
          label={<FormattedMessage id="professionals.confirm.by" />}
          options={kinds.map((value) => ({ value, label: <FormattedMessage id={`professionals.confirm.${value}`} /> }))}
          value={kind}
          onChange={(next) => {
            setKind(next);
            reset();
          }}
        />
      )}
      <Field
        ref={input}
        label={<FormattedMessage id={`professionals.confirm.${kind}_number`} />}
        hint={<FormattedMessage id={`professionals.confirm.${kind}_hint`} />}
        wrong={problem && <FormattedMessage id={problem} />}
        inputMode="numeric"
        autoComplete="off"
        maxLength={11}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          reset();
        }}
        onKeyDown={onKeyDown}
        end={
          <Button kind="quiet" size="sm" isBusy={isBusy} onClick={search}>
            <FormattedMessage id="professionals.confirm.find" />
          </Button>
        }
      />
    </div>
  );
}
