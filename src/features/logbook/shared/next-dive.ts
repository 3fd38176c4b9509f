/** Null once every dive of the course is submitted or verified. A draft is continued, a returned dive is fixed first. */
export function findNextDive<Dive extends { number: number; status: string }>(
  total: number,
  logged: readonly Dive[],
): { number: number; log: Dive | null } | null {
  for (let number = 1; number <= total; number++) {
    const logs = logged.filter((dive) => dive.number === number);
    if (logs.some(({ status }) => status === 'Pending' || status === 'Verified')) continue;
    return { number, log: logs.find(({ status }) => status === 'Returned') ?? logs[0] ?? null };
  }
  return null;
}
