import { clsx } from 'clsx';
import { Check } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { joinFacts } from '#platform/web/i18n/join-facts.ts';
import { PageSection } from '#ui/layout/page.tsx';
import type { DiveLog } from '#features/logbook/shared/contract.ts';
import { listDiveFacts, type DiveFact } from '#features/logbook/shared/dive-facts.ts';
import { listSkillGroups } from '#features/logbook/shared/skills.ts';
import { formatDuration } from '#features/logbook/web/dive-text.tsx';
import { useMeasures } from '#features/logbook/web/use-measures.ts';
import { SkillText } from '#features/logbook/web/skill-text.tsx';

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

function Facts({ title, facts, columns }: { title: MessageId; facts: readonly DiveFact[]; columns: string }) {
  if (facts.length === 0) return null;
  return (
    <PageSection title={<FormattedMessage id={title} />}>
      <dl className={clsx('grid gap-x-6', columns)} data-part="facts">
        {facts.map(([label, value]) => (
          <div
            className="grid grid-cols-[fit-content(60%)_minmax(0,1fr)] gap-3 py-2.5 border-b border-line text-sm"
            key={label}
          >
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

function useFacts(log: DiveLog) {
  const intl = useIntl();
  const measures = useMeasures();
  return listDiveFacts(log, {
    message: (id, values) => intl.formatMessage({ id }, values),
    measure: (field, metric) => {
      const shown = measures.show(field, metric, log.typed);
      return shown && `${shown.value} ${shown.unit}`;
    },
    duration: (minutes) => formatDuration(intl, minutes),
    join: (parts) => joinFacts(...parts),
  });
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
