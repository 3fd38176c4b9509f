import type { IntlShape } from 'react-intl';
import type { ApplicationRow } from './application.ts';
import type { RequirementResult } from './requirements.ts';
import type { ApplicationState } from './steps.ts';

/** Texts shared by the applicant, instructor and desk screens. */
type IntlFormatters = Pick<IntlShape, 'formatMessage' | 'formatDate' | 'formatList'>;

export const stateName = (intl: IntlFormatters, state: ApplicationState) =>
  intl.formatMessage({ id: `applications.state.${state}` });

export const levelName = (intl: IntlFormatters, { types }: Pick<ApplicationRow, 'types'>) =>
  intl.formatList(types.map(({ name }) => intl.formatMessage({ id: `certifications.level.${name}` })));

/** The name of a requirement or of another field a return can refer to. */
export const fieldName = (intl: IntlFormatters, field: string) =>
  intl.formatMessage({ id: `applications.field.${field}` });

export const exerciseName = (intl: IntlFormatters, exercise: string) =>
  intl.formatMessage({ id: `applications.exercise.${exercise}` });

export const diveKindName = (intl: IntlFormatters, kind: string) =>
  intl.formatMessage({ id: `applications.dive.${kind}` });

/** Formats a day independently of the reader's time zone. */
export const formatDay = (intl: IntlFormatters, isoDay: string) =>
  intl.formatDate(`${isoDay.slice(0, 10)}T00:00:00Z`, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** Describes what meets a requirement or what is missing. */
export function formatRequirement(intl: IntlFormatters, result: RequirementResult): string {
  const { have, need, date, parts, problem } = result;
  const values = {
    have: have ?? 0,
    need: need ?? 0,
    missing: Math.max(0, (need ?? 0) - (have ?? 0)),
    date: date === null ? '' : formatDay(intl, date),
    kinds: intl.formatList(
      parts.filter(({ isMet }) => problem === null || !isMet).map(({ id }) => partName(intl, result, id)),
    ),
    // Exercises without a score can't be confirmed either.
    count: parts.filter(({ isMet, have: points }) => (problem === 'scores_missing' ? points === 0 : !isMet)).length,
  };
  return intl.formatMessage({ id: problem === null ? getMetMessageId(result) : getProblemMessageId(result) }, values);
}

/** Outside cards may have no date. */
const getMetMessageId = ({ kind, date }: RequirementResult) => {
  if (kind === 'card' && date === null) return 'applications.met.card_undated';
  // Stores see that a medical is on file, without its date.
  return kind === 'medical' && date === null ? 'applications.met.medical_on_file' : `applications.met.${kind}`;
};

const getProblemMessageId = ({ kind, problem }: RequirementResult) =>
  kind === 'medical' && problem === 'proof_missing'
    ? 'applications.problem.medical_missing'
    : `applications.problem.${problem}`;

function partName(intl: IntlFormatters, { kind }: RequirementResult, id: string): string {
  return kind === 'exercises' ? exerciseName(intl, id) : diveKindName(intl, id);
}

/** The first open requirement as text, or null. */
export function formatFirstOpenRequirement(
  intl: IntlFormatters,
  { open: [first] }: Pick<ApplicationRow, 'open'>,
): string | null {
  return first === undefined ? null : `${fieldName(intl, first.id)}: ${formatRequirement(intl, first)}`;
}
