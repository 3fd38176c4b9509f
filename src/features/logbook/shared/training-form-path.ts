/** The URL of the training form. The title is free text or the id of an adventure dive; without it, the dive has one. */
export function getTrainingFormPath(course: string, number: number, title?: string): string {
  const path = `/logbook/log-dive/training/create/${course}/${number}`;
  return title === undefined ? path : `${path}/${encodeURIComponent(title)}`;
}

/** The form of the next dive of an open course; a dive that was started or returned is continued. */
export function getOpenDivePath(dive: { log_course: string; log_number: number; log_id: string | null }): string {
  if (dive.log_id !== null) return `/logbook/log-dive/training/update/${dive.log_id}`;
  return getTrainingFormPath(dive.log_course, dive.log_number);
}
