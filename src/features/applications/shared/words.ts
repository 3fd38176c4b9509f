import type { IntlShape } from 'react-intl';
import type { ApplicationRow } from './application.ts';
import type { Judged } from './requirements.ts';
import type { ApplicationState } from './steps.ts';

/** The same words wherever an application is shown: to its applicant, to the instructor and at the desk. */
type Words = Pick<IntlShape, 'formatMessage' | 'formatDate' | 'formatList'>;

export const stateName = (intl: Words, state: ApplicationState) =>
  intl.formatMessage({ id: `applications.state.${state}` });

/** The levels that it is for, by name. */
export const levelName = (intl: Words, { types }: Pick<ApplicationRow, 'types'>) =>
  intl.formatList(types.map(({ name }) => intl.formatMessage({ id: `certifications.level.${name}` })));

/** Of a requirement, or of another field that somebody can be asked to mend. */
export const fieldName = (intl: Words, field: string) => intl.formatMessage({ id: `applications.field.${field}` });

export const exerciseName = (intl: Words, exercise: string) =>
  intl.formatMessage({ id: `applications.exercise.${exercise}` });

export const diveKindName = (intl: Words, kind: string) => intl.formatMessage({ id: `applications.dive.${kind}` });

/** A day, whatever the time zone of the reader. */
export const dayText = (intl: Words, isoDay: string) =>
  intl.formatDate(`${isoDay.slice(0, 10)}T00:00:00Z`, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** How a requirement stands, in a few words: what meets it, or what is missing. */
export function requirementText(intl: Words, judged: Judged): string {
  const { have, need, date, parts, problem } = judged;
  const values = {
    have: have ?? 0,
    need: need ?? 0,
    missing: Math.max(0, (need ?? 0) - (have ?? 0)),
    date: date === null ? '' : dayText(intl, date),
    kinds: intl.formatList(
      parts.filter(({ isMet }) => problem === null || !isMet).map(({ id }) => partName(intl, judged, id)),
    ),
    // One that has no score cannot be confirmed either.
    count: parts.filter(({ isMet, have: points }) => (problem === 'scores_missing' ? points === 0 : !isMet)).length,
  };
  return intl.formatMessage({ id: problem === null ? metId(judged) : problemId(judged) }, values);
}

/** A card from elsewhere may say no day. */
const metId = ({ kind, date }: Judged) => {
  if (kind === 'card' && date === null) return 'applications.met.card_undated';
  // A store is told that there is one, and not of when.
  return kind === 'medical' && date === null ? 'applications.met.medical_on_file' : `applications.met.${kind}`;
};

const problemId = ({ kind, problem }: Judged) =>
  kind === 'medical' && problem === 'proof_missing'
    ? 'applications.problem.medical_missing'
    : `applications.problem.${problem}`;

function partName(intl: Words, { kind }: Judged, id: string): string {
  return kind === 'exercises' ? exerciseName(intl, id) : diveKindName(intl, id);
}

/** What is open first, in words; null where nothing is. */
export function firstOpenPoint(intl: Words, { open: [first] }: Pick<ApplicationRow, 'open'>): string | null {
  return first === undefined ? null : `${fieldName(intl, first.id)}: ${requirementText(intl, first)}`;
}
