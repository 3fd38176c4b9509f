import type { IntlShape } from 'react-intl';
import type { ApplicationRow } from './application.ts';
import type { RequirementResult } from './requirements.ts';
import type { ApplicationState } from './steps.ts';

/** The same words wherever an application is shown: to its applicant, to the instructor and at the desk. */
type IntlFormatters = Pick<IntlShape, 'formatMessage' | 'formatDate' | 'formatList'>;

export const stateName = (intl: IntlFormatters, state: ApplicationState) =>
  intl.formatMessage({ id: `applications.state.${state}` });

/** The levels that it is for, by name. */
export const levelName = (intl: IntlFormatters, { types }: Pick<ApplicationRow, 'types'>) =>
  intl.formatList(types.map(({ name }) => intl.formatMessage({ id: `certifications.level.${name}` })));

/** Of a requirement, or of another field that somebody can be asked to mend. */
export const fieldName = (intl: IntlFormatters, field: string) =>
  intl.formatMessage({ id: `applications.field.${field}` });

export const exerciseName = (intl: IntlFormatters, exercise: string) =>
  intl.formatMessage({ id: `applications.exercise.${exercise}` });

export const diveKindName = (intl: IntlFormatters, kind: string) =>
  intl.formatMessage({ id: `applications.dive.${kind}` });

/** A day, whatever the time zone of the reader. */
export const formatDay = (intl: IntlFormatters, isoDay: string) =>
  intl.formatDate(`${isoDay.slice(0, 10)}T00:00:00Z`, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** How a requirement stands, in a few words: what meets it, or what is missing. */
export function formatRequirement(intl: IntlFormatters, judged: RequirementResult): string {
  const { have, need, date, parts, problem } = judged;
  const values = {
    have: have ?? 0,
    need: need ?? 0,
    missing: Math.max(0, (need ?? 0) - (have ?? 0)),
    date: date === null ? '' : formatDay(intl, date),
    kinds: intl.formatList(
      parts.filter(({ isMet }) => problem === null || !isMet).map(({ id }) => partName(intl, judged, id)),
    ),
    // One that has no score cannot be confirmed either.
    count: parts.filter(({ isMet, have: points }) => (problem === 'scores_missing' ? points === 0 : !isMet)).length,
  };
  return intl.formatMessage({ id: problem === null ? getMetMessageId(judged) : getProblemMessageId(judged) }, values);
}

/** A card from elsewhere may say no day. */
const getMetMessageId = ({ kind, date }: RequirementResult) => {
  if (kind === 'card' && date === null) return 'applications.met.card_undated';
  // A store is told that there is one, and not of when.
  return kind === 'medical' && date === null ? 'applications.met.medical_on_file' : `applications.met.${kind}`;
};

const getProblemMessageId = ({ kind, problem }: RequirementResult) =>
  kind === 'medical' && problem === 'proof_missing'
    ? 'applications.problem.medical_missing'
    : `applications.problem.${problem}`;

function partName(intl: IntlFormatters, { kind }: RequirementResult, id: string): string {
  return kind === 'exercises' ? exerciseName(intl, id) : diveKindName(intl, id);
}

/** What is open first, in words; null where nothing is. */
export function formatFirstOpenRequirement(
  intl: IntlFormatters,
  { open: [first] }: Pick<ApplicationRow, 'open'>,
): string | null {
  return first === undefined ? null : `${fieldName(intl, first.id)}: ${formatRequirement(intl, first)}`;
}
