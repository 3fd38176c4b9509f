import { PenLine } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import type { Student } from '#features/learning/shared/record-contract.ts';
import { useSkillName } from './record-format.ts';
import { createSignOffValues, isSignOffValid, SignOffFields } from './sign-off-fields.tsx';
import { useSignOff } from './use-sign-off.ts';
import { FloatBar } from '#ui/layout/float-bar.tsx';

interface ClassPanelProps {
  packageId: string;
  /** All skills of the course. */
  skills: readonly string[];
  chosen: readonly Student[];
}

/** Signs off skills for the selected students, with one date and one note. */
export function ClassPanel({ packageId, skills: all, chosen }: ClassPanelProps) {
  const intl = useIntl();
  const skillText = useSkillName();
  const [skills, setSkills] = useState<readonly string[]>([]);
  const [values, setValues] = useState(createSignOffValues);
  const sign = useSignOff(packageId);
  const signedBy = (skill: string) => chosen.filter(({ signed }) => signed.includes(skill)).length;
  // Skills that all selected students already have are hidden.
  const open = chosen.length === 0 ? all : all.filter((skill) => signedBy(skill) < chosen.length);
  const picked = skills.filter((skill) => open.includes(skill));
  const count = picked.reduce((sum, skill) => sum + chosen.length - signedBy(skill), 0);
  const send = () => {
    if (count === 0 || !isSignOffValid(values)) return;
    const affiliateIds = chosen.map(({ affiliateId }) => affiliateId);
    sign.mutate({ affiliateIds, skills: picked, ...values }, { onSuccess: () => setSkills([]) });
  };
  return (
    <div className="max-lg:contents lg:sticky lg:top-[calc(var(--header)+var(--s-6))]">
      <section
        className="card p-5 lg:p-6 grid grid-cols-1 gap-5"
        aria-label={intl.formatMessage({ id: 'learning.students.panel' })}
      >
        {open.length === 0 ? (
          <p className="text-ink-2">
            <FormattedMessage id="learning.students.all_signed" />
          </p>
        ) : (
          <>
            <fieldset className="grid grid-cols-[repeat(auto-fill,minmax(min(220px,100%),1fr))] gap-x-4 text-sm">
              <legend className="mb-1 flex items-baseline gap-2 text-sm font-strong">
                <FormattedMessage id="learning.students.skills_title" />
              </legend>
              {open.map((skill) => (
                <Checkbox
                  key={skill}
                  label={skillText(skill)}
                  checked={picked.includes(skill)}
                  onChange={({ target }) =>
                    setSkills(target.checked ? [...picked, skill] : picked.filter((name) => name !== skill))
                  }
                />
              ))}
            </fieldset>
            <SignOffFields values={values} onChange={setValues} />
          </>
        )}
      </section>
      <FloatBar className="mt-4" emptyClassName="hidden" isEmpty={open.length === 0}>
        <p className="text-(length:--t-sm)" aria-live="polite">
          <FormattedMessage id="learning.students.chosen" values={{ students: chosen.length, skills: picked.length }} />
        </p>
        {picked.length > 0 && (
          <LinkButton className="text-(length:--t-sm)" onClick={() => setSkills([])}>
            <FormattedMessage id="learning.sign.clear" />
          </LinkButton>
        )}
        <Button className="ms-auto" isBusy={sign.isPending || count === 0 || !isSignOffValid(values)} onClick={send}>
          <PenLine size={18} aria-hidden="true" />
          <FormattedMessage id="learning.students.sign" values={{ count }} />
        </Button>
      </FloatBar>
    </div>
  );
}
