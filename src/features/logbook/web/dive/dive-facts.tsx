import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { joinFacts } from '#platform/web/i18n/join-facts.ts';
import { PageSection } from '#ui/layout/page.tsx';
import type { DiveLog } from '#features/logbook/shared/contract.ts';
import type { MeasuredField } from '#features/logbook/shared/rules.ts';
import { listSkillGroups } from '#features/logbook/shared/skills.ts';
import { useMeasures } from '#features/logbook/web/use-measures.ts';
import { SkillText } from '#features/logbook/web/skill-text.tsx';

type Fact = readonly [label: MessageId, value: string];

/** Only the fields that have a value. */
export function DiveFacts({ log, isCompact = false }: { log: DiveLog; isCompact?: boolean }) {
  const { conditions, equipment } = useFacts(log);
  const columns = isCompact ? '' : 'sm:grid-cols-[1fr_1fr]';
  return (
    <>
      <Facts title="logbook.section.conditions" facts={conditions} columns={columns} />
      <Facts title="logbook.section.equipment" facts={equipment} columns={columns} />
      <Skills log={log} columns={columns} />
    </>
  );
}

function Facts({ title, facts, columns }: { title: MessageId; facts: readonly Fact[]; columns: string }) {
  if (facts.length === 0) return null;
  return (
    <PageSection title={<FormattedMessage id={title} />}>
      <dl className={clsx('grid gap-x-6', columns)} data-part="facts">
        {facts.map(([label, value]) => (
          <div className="flex justify-between gap-3 py-2.5 border-b border-line text-sm" key={label}>
            <dt className="text-ink-2">
              <FormattedMessage id={label} />
            </dt>
            <dd className="num font-strong text-end">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </PageSection>
  );
}

function useFacts(log: DiveLog): { conditions: Fact[]; equipment: Fact[] } {
  const intl = useIntl();
  const measures = useMeasures();
  const values: Partial<NonNullable<DiveLog['conditions'][number]> & NonNullable<DiveLog['equipment'][number]>> = {
    ...log.conditions[0],
    ...log.equipment[0],
  };
  const formatValue = (field: string, value: string | null | undefined) =>
    value ? intl.formatMessage({ id: `logbook.${field}.${value}` as MessageId }) : null;
  const measure = (field: MeasuredField) => {
    const shown = measures.show(field, values[field as Exclude<MeasuredField, 'max_depth'>], log.typed);
    return shown && `${shown.value} ${shown.unit}`;
  };
  const list = (label: MessageId, ...parts: (string | null)[]): Fact[] => {
    const text = joinFacts(...parts);
    return text === '' ? [] : [[label, text]];
  };
  return {
    conditions: [
      ...list(
        'logbook.field.water_type',
        formatValue('water_type', values.water_type),
        formatValue('body_of_water', values.body_of_water),
      ),
      ...list('logbook.field.visibility', formatValue('visibility', values.visibility), measure('visibility_distance')),
      ...list('logbook.field.air_temp', measure('air_temp'), formatValue('weather', values.weather)),
      ...list('logbook.dive.surface', measure('surface_water_temp')),
      ...list('logbook.dive.bottom', measure('bottom_water_temp')),
      ...list('logbook.field.wave_condition', formatValue('wave_condition', values.wave_condition)),
      ...list('logbook.field.current', formatValue('current', values.current)),
      ...list('logbook.field.surge', formatValue('surge', values.surge)),
      ...list('logbook.dive.entry', formatValue('dive_type', log.dive_type)),
    ],
    equipment: [
      ...list('logbook.field.suit_type', formatValue('suit_type', values.suit_type)),
      ...list('logbook.dive.weighting', measure('weight'), formatValue('weight_type', values.weight_type)),
      ...list(
        'logbook.field.cylinder_type',
        formatValue('cylinder_type', values.cylinder_type),
        measure('cylinder_size'),
      ),
      ...list('logbook.field.gas_mixture', gas()),
      ...list('logbook.dive.start', measure('starting_pressure')),
      ...list('logbook.dive.end', measure('ending_pressure')),
      ...list(
        'logbook.field.additional_equipment',
        ...(values.additional_equipment ?? []).map((extra) => formatValue('extra', extra)),
      ),
    ],
  };

  /** Names that include the percentages are shown alone. */
  function gas(): string | null {
    const { gas_mixture: mixture, oxygen, helium } = values;
    const name = formatValue('gas_mixture', mixture);
    if (name === null || typeof oxygen !== 'number' || !['Enriched', 'Trimix', 'Rebreather'].includes(mixture ?? ''))
      return name;
    return helium
      ? intl.formatMessage({ id: 'logbook.dive.trimix' }, { gas: name, oxygen, helium })
      : intl.formatMessage({ id: 'logbook.dive.mixture' }, { gas: name, oxygen });
  }
}

function Skills({ log, columns }: { log: DiveLog; columns: string }) {
  const done = new Set(log.skills[0]?.dive_skills);
  const groups = listSkillGroups(log.log_course, log.log_number, log.adventure_dive)
    .map(({ name, skills }) => ({ name, skills: skills.filter((skill) => done.has(skill)) }))
    .filter(({ skills }) => skills.length > 0);
  if (groups.length === 0) return null;
  return (
    <PageSection title={<FormattedMessage id="logbook.field.dive_skills" />}>
      {groups.map(({ name, skills }, index) => (
        <div key={name} className={index > 0 ? 'mt-4' : ''}>
          {groups.length > 1 && (
            <h3 className="text-sm text-ink-2">
              <FormattedMessage id={`logbook.skills.${name}`} />
            </h3>
          )}
          <ul className={clsx('grid gap-x-6', columns)}>
            {skills.map((skill) => (
              <li className="flex gap-2 py-1.5 text-sm" key={skill}>
                <Check className="mt-0.5 text-accent-text" size={18} aria-hidden="true" />
                <SkillText skill={skill} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </PageSection>
  );
}
