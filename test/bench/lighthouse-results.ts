import type { MeasuredScreen } from '#test/support/e2e/page-budgets.ts';

/** The parts of Lighthouse's report that are used. */
export interface LighthouseReport {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number; details?: { items?: object[] } }>;
  runtimeError?: { message: string };
}

interface NetworkRequest {
  url: string;
  resourceType?: string;
  transferSize?: number;
  networkRequestTime: number;
}

const kilobyte = 1_024;

/** The columns of the table: how each is called, and how it is printed. */
const columns = {
  score: ['score', 0],
  lcpMs: ['LCP ms', 0],
  tbtMs: ['TBT ms', 0],
  cls: ['CLS', 3],
  scriptKb: ['script KB', 0],
  scriptFiles: ['files', 0],
  cssKb: ['CSS KB', 0],
  requests: ['requests', 0],
  apiCalls: ['API calls', 0],
  earlyApiCalls: ['before LCP', 0],
  accessibility: ['a11y', 0],
  bestPractices: ['best practices', 0],
  seo: ['SEO', 0],
} as const satisfies Record<string, readonly [heading: string, digits: number]>;

type Measure = keyof typeof columns;
export type ScreenResult = Record<Measure, number>;
const measures = Object.keys(columns) as Measure[];

const usualTargets = {
  score: 80,
  lcpMs: 2_500,
  tbtMs: 300,
  cls: 0.02,
  scriptKb: 200,
  cssKb: 20,
  scriptFiles: 8,
  requests: 25,
  earlyApiCalls: 1,
};
const entryTargets = { ...usualTargets, score: 90, lcpMs: 2_000, scriptKb: 130 };
const publicTargets = { ...entryTargets, accessibility: 100, bestPractices: 100, seo: 100 };
const targets: Record<string, Partial<ScreenResult>> = {
  'sign-in': publicTargets,
  verify: publicTargets,
  dashboard: entryTargets,
};
/** A higher value is better for these; for all others, a lower one. */
const isScore = (measure: Measure) => ['score', 'accessibility', 'bestPractices', 'seo'].includes(measure);

export function toResult({ categories, audits, runtimeError }: LighthouseReport): ScreenResult {
  if (runtimeError) throw new Error(runtimeError.message);
  const scoreOf = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
  const read = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const requests = (audits['network-requests']?.details?.items ?? []) as NetworkRequest[];
  const ofType = (type: string) => requests.filter(({ resourceType }) => resourceType === type);
  const sumKb = (files: NetworkRequest[]) =>
    files.reduce((bytes, { transferSize = 0 }) => bytes + transferSize, 0) / kilobyte;
  const apiCalls = requests.filter(({ url }) => new URL(url).pathname.startsWith('/api/'));
  const [metrics] = (audits['metrics']?.details?.items ?? []) as { observedLargestContentfulPaint?: number }[];
  const startedAt = Math.min(...requests.map(({ networkRequestTime }) => networkRequestTime));
  const lcpAt = startedAt + (metrics?.observedLargestContentfulPaint ?? Infinity);
  return {
    score: scoreOf('performance'),
    lcpMs: read('largest-contentful-paint'),
    tbtMs: read('total-blocking-time'),
    cls: read('cumulative-layout-shift'),
    scriptKb: sumKb(ofType('Script')),
    scriptFiles: ofType('Script').length,
    cssKb: sumKb(ofType('Stylesheet')),
    requests: requests.length,
    apiCalls: apiCalls.length,
    earlyApiCalls: apiCalls.filter(({ networkRequestTime }) => networkRequestTime < lcpAt).length,
    accessibility: scoreOf('accessibility'),
    bestPractices: scoreOf('best-practices'),
    seo: scoreOf('seo'),
  };
}

/** The median of each measure on its own. */
export function takeMedian(results: readonly ScreenResult[]): ScreenResult {
  const medianOf = (measure: Measure) =>
    results.map((result) => result[measure]).toSorted((a, b) => a - b)[Math.floor(results.length / 2)] ?? Number.NaN;
  return Object.fromEntries(measures.map((measure) => [measure, medianOf(measure)])) as ScreenResult;
}

export function listMissedTargets({ name }: MeasuredScreen, result: ScreenResult): string[] {
  return Object.entries(targets[name] ?? usualTargets).flatMap(([key, target]) => {
    const measure = key as Measure;
    const value = result[measure];
    const isMet = isScore(measure) ? value >= target : value <= target;
    return isMet ? [] : [`${name}: ${columns[measure][0]} ${format(measure, value)}, target ${target}`];
  });
}

const format = (measure: Measure, value: number) => value.toFixed(columns[measure][1]);
const nameWidth = 16;
const pad = (measure: Measure, text: string) => text.padStart(Math.max(columns[measure][0].length, 5) + 2);

export const headings: string =
  'screen'.padEnd(nameWidth) + measures.map((measure) => pad(measure, columns[measure][0])).join('');

export function formatRow(name: string, result: ScreenResult): string {
  return name.padEnd(nameWidth) + measures.map((measure) => pad(measure, format(measure, result[measure]))).join('');
}
