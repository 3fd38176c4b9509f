import type { IntlShape } from 'react-intl';
import { formatDay } from '#platform/shared/format-day.ts';
import type { ApplicationRow } from './application.ts';
import type { RequirementResult } from './requirements.ts';
import type { ApplicationState } from './steps.ts';
import type { MessageId } from '#platform/shared/message-id.ts';

/** Texts shared by the applicant, instructor and desk screens. */
type IntlFormatters = Pick<IntlShape, 'formatMessage' | 'formatDate' | 'formatList' | 'locale'>;

export const stateName = (intl: IntlFormatters, state: ApplicationState) =>
  intl.formatMessage({ id: `applications.state.${state}` });

export const levelName = (intl: IntlFormatters, { types }: Pick<ApplicationRow, 'types'>) =>
  intl.formatList(types.map(({ name }) => intl.formatMessage({ id: `certifications.level.${name}` as MessageId })));

/** The name of a requirement or of another field a return can refer to. */
export const fieldName = (intl: IntlFormatters, field: string) =>
  intl.formatMessage({ id: `applications.field.${field}` as MessageId });

export const exerciseName = (intl: IntlFormatters, exercise: string) =>
  intl.formatMessage({ id: `applications.exercise.${exercise}` as MessageId });

export const diveKindName = (intl: IntlFormatters, kind: string) =>
  intl.formatMessage({ id: `applications.dive.${kind}` as MessageId });

/** The UTC day of a date or timestamp, independent of the reader's time zone. */
export const formatUtcDay = (intl: IntlFormatters, at: string) => formatDay(intl, at.slice(0, 10), 'medium');

/** Describes what meets a requirement or what is missing. */
export function formatRequirement(intl: IntlFormatters, result: RequirementResult): string {
  const { have, need, date, parts, problem } = result;
  const values = {
    have: have ?? 0,
    need: need ?? 0,
    missing: Math.max(0, (need ?? 0) - (have ?? 0)),
    date: date === null ? '' : formatUtcDay(intl, date),
    kinds: intl.formatList(
      parts.filter(({ isMet }) => problem === null || !isMet).map(({ id }) => partName(intl, result, id)),
    ),
    // Exercises without a score can't be confirmed either.
    count: parts.filter(({ isMet, have: points }) => (problem === 'scores_missing' ? points === 0 : !isMet)).length,
  };
  return intl.formatMessage({ id: problem === null ? getMetMessageId(result) : getProblemMessageId(result) }, values);
}

/** Outside cards may have no date. */
const getMetMessageId = ({ kind, date }: RequirementResult): MessageId => {
  if (kind === 'card' && date === null) return 'applications.met.card_undated';
  // Stores see that a medical is on file, without its date.
  return kind === 'medical' && date === null ? 'applications.met.medical_on_file' : `applications.met.${kind}`;
};

const getProblemMessageId = ({ kind, problem }: RequirementResult): MessageId =>
  kind === 'medical' && problem === 'proof_missing'
    ? 'applications.problem.medical_missing'
    : (`applications.problem.${problem}` as MessageId);

function partName(intl: IntlFormatters, { kind }: RequirementResult, id: string): string {
  return kind === 'exercises' ? exerciseName(intl, id) : diveKindName(intl, id);
}

/** The requirement and what is missing, with the colon of the language. */
export const formatOpenRequirement = (intl: IntlFormatters, requirement: RequirementResult): string =>
  intl.formatMessage(
    { id: 'applications.open_requirement' },
    { field: fieldName(intl, requirement.id), problem: formatRequirement(intl, requirement) },
  );

/** The first open requirement as text, or null. */
export function formatFirstOpenRequirement(
  intl: IntlFormatters,
  { open: [first] }: Pick<ApplicationRow, 'open'>,
): string | null {
  return first === undefined ? null : formatOpenRequirement(intl, first);
}
