/** The stored data model of a package, and the progress derived from it. */
export interface ScormResult {
  cmi: Record<string, unknown>;
  isCompleted: boolean;
  isPassed: boolean | null;
  scorePercent: number | null;
  seconds: number;
}

interface ScormReport {
  version: '1.2' | '2004';
  cmi: Readonly<Record<string, unknown>>;
  /** True if the package ended its session itself. */
  isFinal: boolean;
  /** Seconds since it was opened, by the portal's clock. */
  elapsedS: number;
}

const maxSeconds = 86_400;
const maxJsonLength = 190_000;

/** Packages that were closed before they ended are stored as suspended, and resume where the learner left. */
export function toScormResult(report: ScormReport): ScormResult {
  const { version, cmi, isFinal } = report;
  const core = version === '1.2' ? getObject(cmi, 'core') : cmi;
  const seconds = Math.min(maxSeconds, Math.round(getSecondsSpent(report, core)));
  const timed = {
    ...core,
    total_time: formatTimespan(version, seconds),
    exit: isFinal ? getText(core, 'exit') : 'suspend',
  };
  if (version === '2004')
    return {
      cmi: truncateCmi(timed),
      isCompleted: core['completion_status'] === 'completed',
      isPassed: parsePassed(core['success_status']),
      scorePercent: getScorePercent(getObject(core, 'score')),
      seconds,
    };
  // Packages that never report a status count as completed once they end.
  const written = getText(core, 'lesson_status');
  const status = isFinal && (written === '' || written === 'not attempted') ? 'completed' : written;
  return {
    cmi: truncateCmi({ ...cmi, core: { ...timed, lesson_status: status } }),
    isCompleted: status === 'completed' || status === 'passed',
    isPassed: parsePassed(status),
    scorePercent: getScorePercent(getObject(core, 'score')),
    seconds,
  };
}

function getObject(from: Readonly<Record<string, unknown>>, name: string): Record<string, unknown> {
  const part = from[name];
  return typeof part === 'object' && part !== null ? (part as Record<string, unknown>) : {};
}

const getText = (from: Readonly<Record<string, unknown>>, name: string) => String(from[name] ?? '');

function parsePassed(status: unknown): boolean | null {
  return status === 'passed' ? true : status === 'failed' ? false : null;
}

/** Returns the reached share of the score range; without a range, the raw score is a percentage. */
function getScorePercent(score: Readonly<Record<string, unknown>>): number | null {
  const [scaled, raw, min, max] = ['scaled', 'raw', 'min', 'max'].map((name) => parseNumber(score[name]));
  const share = scaled ?? getScoreShare(raw ?? null, min ?? 0, max ?? 100);
  return share === null ? null : Math.round(Math.min(1, Math.max(0, share)) * 100);
}

function getScoreShare(raw: number | null, min: number, max: number): number | null {
  if (raw === null) return null;
  return max > min ? (raw - min) / (max - min) : raw / 100;
}

function parseNumber(value: unknown): number | null {
  const text = String(value ?? '').trim();
  return text === '' || !Number.isFinite(Number(text)) ? null : Number(text);
}

/** Returns the time reported by the package, or the elapsed time if it reports none. */
function getSecondsSpent({ version, elapsedS }: ScormReport, core: Readonly<Record<string, unknown>>): number {
  const read = version === '1.2' ? parseClockSeconds : parseDurationSeconds;
  const session = read(getText(core, 'session_time'));
  const total = read(getText(core, 'total_time'));
  return session > 0 ? total : total + elapsedS;
}

/** Parses `0001:02:03.5`. */
function parseClockSeconds(text: string): number {
  const [, hours = 0, minutes = 0, seconds = 0] = /^(\d+):(\d+):(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}

/** Parses `P1DT2H3M4.5S`. */
function parseDurationSeconds(text: string): number {
  const match = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(text);
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] = match ?? [];
  return Number(days) * 86_400 + Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}

function formatTimespan(version: '1.2' | '2004', seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (version === '2004') return `PT${hours}H${minutes}M${rest}S`;
  return [hours, minutes, rest].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Drops interactions and comments if the data exceeds the size limit; the learner's position is kept. */
function truncateCmi(cmi: Record<string, unknown>): Record<string, unknown> {
  const safe = encodeTexts(cmi) as Record<string, unknown>;
  if (JSON.stringify(safe).length <= maxJsonLength) return safe;
  const { interactions: _answers, comments_from_learner: _comments, ...rest } = safe;
  return rest;
}

const escapeMark = '\ue000';
const unstorable = /[\0\ue000]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Escapes characters that PostgreSQL cannot store, because some packages compress their suspend data into arbitrary
 * code units.
 */
function encodeTexts(value: unknown): unknown {
  return mapTexts(value, (text) =>
    text.replaceAll(unstorable, (letter) => escapeMark + letter.charCodeAt(0).toString(16).padStart(4, '0')),
  );
}

export function decodeTexts(value: unknown): unknown {
  return mapTexts(value, (text) =>
    text.replaceAll(/\ue000([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  );
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [change(key), mapTexts(inner, change)]));
}
