import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { Field } from '#ui/fields/field.tsx';
import { SegmentedControl } from '#ui/fields/segmented-control.tsx';
import { FoundProfessionals } from './found-professionals.tsx';
import { parseProfessionalNumber, useProfessionalLookup, type ProfessionalNumbers } from './use-professional-lookup.ts';
import type { ProfessionalKind } from './find-professional.ts';

export interface ConfirmProfessionalProps {
  /** Whom the form or the programme names from now on; null while nobody is found. */
  onChange: (named: ProfessionalNumbers | null) => void;
  /** What a link or an earlier visit named: looked up at once. */
  initial?: ProfessionalNumbers;
  /** Where only one of the two is asked for. */
  only?: ProfessionalKind;
}

const kinds = ['store', 'member'] as const;
const nobody: ProfessionalNumbers = { storeNumber: null, memberNumber: null };

/** A dive center or an instructor by number: who it is stands there before anything goes on. */
export function ConfirmProfessional({ onChange, initial = nobody, only }: ConfirmProfessionalProps) {
  const input = useRef<HTMLInputElement>(null);
  const [kind, setKind] = useState<ProfessionalKind>(
    only ?? (initial.storeNumber === null && initial.memberNumber !== null ? 'member' : 'store'),
  );
  const [text, setText] = useState(String(initial.storeNumber ?? initial.memberNumber ?? ''));
  const { found, problem, isBusy, refusals, find, forget } = useProfessionalLookup(onChange);
  useEffect(() => {
    if (initial.storeNumber !== null || initial.memberNumber !== null) void find(initial, false);
    // Only what was there at the beginning is looked up without being asked for.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  useEffect(() => {
    if (refusals > 0) input.current?.focus();
  }, [refusals]);

  const [isAsked, setIsAsked] = useState(false);
  const look = () => {
    setIsAsked(true);
    const number = parseProfessionalNumber(text);
    void find({ storeNumber: kind === 'store' ? number : null, memberNumber: kind === 'member' ? number : null }, true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // It may stand in a form that is about more than this.
    event.preventDefault();
    look();
  };

  if (found.length > 0)
    return (
      <FoundProfessionals
        found={found}
        takesFocus={isAsked}
        onOther={() => {
          forget();
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
            forget();
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
          forget();
        }}
        onKeyDown={onKeyDown}
        end={
          <Button kind="quiet" size="fine" isBusy={isBusy} onClick={look}>
            <FormattedMessage id="professionals.confirm.find" />
          </Button>
        }
      />
    </div>
  );
}
