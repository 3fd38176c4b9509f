import { loadBrand } from '#platform/server/config/brand.ts';
import type { Context } from '#platform/server/http/context.ts';
import { renderPdf } from '#platform/server/documents/render-pdf.ts';
import type { MessageValues } from '#platform/server/i18n/messages.ts';
import { formattingTag } from '#platform/shared/locale.ts';
import { type TrainingLength, formatTrainingNumber } from '#domain/training-lengths.ts';
import type { UnitSystem } from '#domain/units.ts';
import type { InstructorInfo } from '#features/logbook/shared/contract.ts';
import { instructorName } from '#features/logbook/shared/instructor-name.ts';
import { skillLengths } from '#features/logbook/shared/skills.ts';
import type { ERecord, RecordDive, Signature } from '#features/learning/shared/record-contract.ts';
import { getRecordParts, getCompletionShare } from '#features/learning/shared/record-progress.ts';
import { confinedSkillLengths } from '#features/learning/shared/skills.ts';

/** Renders the record as a PDF in the reader's language. All texts come from the messages. */
export async function makeRecordPdf(ctx: Context, record: ERecord, timeZone: string): Promise<Buffer> {
  const { locale, now, services } = ctx;
  const say = (key: string, values?: MessageValues) => services.messages.format(locale, key, values);
  const write = createFormatters(locale, timeZone);
  const title = say('learning.record.document.title', { course: record.title });
  const { name } = loadBrand(services.env.BRAND_FILE);
  const data = {
    brand: name,
    product: say('learning.record.title'),
    pageOf: say('learning.record.document.page', { page: '{page}', pages: '{pages}' }),
    title,
    made: say('learning.record.document.made', { date: write.day(now.toISOString()), name }),
    facts: listRecordFacts(record, say, write),
    parts: [
      buildKnowledgeTable(record, say, write),
      buildConfinedTable(record, say, write),
      buildExamTable(record, say, write),
    ],
    openWater: buildOpenWaterTables(record, say, write),
    medical: { title: say('learning.record.medical'), text: say('learning.record.medical_missing') },
  };
  return renderPdf({ template: new URL('./record.typ', import.meta.url), data, locale, title, at: now });
}

type Translate = (key: string, values?: MessageValues) => string;
type Formatters = ReturnType<typeof createFormatters>;

function createFormatters(locale: Parameters<typeof formattingTag>[0], timeZone: string) {
  const tag = formattingTag(locale);
  const days = (zone: string) =>
    new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', year: 'numeric', timeZone: zone });
  const [written, known] = [days('UTC'), days(timeZone)];
  const numbers = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 });
  const percents = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 });
  return {
    /** Dates are printed as they are; timestamps are converted to a day in the reader's time zone. */
    day: (date: string) => (date.length === 10 ? written : known).format(new Date(date)),
    number: (value: number) => numbers.format(value),
    percent: (share: number) => percents.format(share),
    taught: (length: TrainingLength, system: UnitSystem) => formatTrainingNumber(length, system, tag),
    instructor: (instructor: InstructorInfo) => instructorName(instructor, locale),
  };
}

const emptyCell = '–';

function listRecordFacts(record: ERecord, say: Translate, write: Formatters): [string, string][] {
  const { student, certification, instructor, storeName, enrollmentDate, completedDate } = record;
  const rows: [string, string | null][] = [
    ['student', student.name],
    ['certification', certification],
    ['instructor', instructor && formatInstructor(instructor, say, write)],
    ['store', storeName],
    ['begun', enrollmentDate && write.day(enrollmentDate)],
    ['completed', completedDate && write.day(completedDate)],
    ['progress', write.percent(Math.floor(getCompletionShare(getRecordParts(record)) * 100) / 100)],
  ];
  return rows.flatMap(([key, value]) => (value ? [[say(`learning.record.fact.${key}`), value]] : []));
}

function formatInstructor(instructor: InstructorInfo, say: Translate, write: Formatters): string {
  const number = String(instructor.memsys_member_number);
  return say('learning.record.signed_number', { name: write.instructor(instructor), number });
}

function formatSigner({ name, memberNumber }: Signature, say: Translate): string {
  if (memberNumber === null) return name;
  return say('learning.record.signed_number', { name, number: String(memberNumber) });
}

interface RecordTable {
  title: string;
  header: string[];
  rows: string[][];
  /** Indexes of number columns, and relative column widths; 0 fits the content. */
  numbers: number[];
  widths: number[];
}

function buildKnowledgeTable({ knowledge }: ERecord, say: Translate, write: Formatters): RecordTable {
  return {
    title: say('learning.record.knowledge'),
    header: ['section', 'lessons', 'quiz', 'done'].map((column) => say(`learning.record.column.${column}`)),
    rows: knowledge.map(({ title, lessonsDone, lessonsTotal, quizPercent, doneDate }) => [
      title,
      say('learning.record.of', { done: lessonsDone, total: lessonsTotal }),
      quizPercent === null ? emptyCell : write.percent(quizPercent / 100),
      doneDate === null ? emptyCell : write.day(doneDate),
    ]),
    numbers: [1, 2, 3],
    widths: [5, 2, 2, 3],
  };
}

function buildConfinedTable({ confined }: ERecord, say: Translate, write: Formatters): RecordTable {
  const hasNotes = confined.some(({ signature }) => Boolean(signature?.note));
  return {
    title: say('learning.record.confined'),
    header: ['skill', 'date', 'signed', ...(hasNotes ? ['note'] : [])].map((column) =>
      say(`learning.record.column.${column}`),
    ),
    rows: confined.map(({ skill, signature }) => [
      say(`learning.skill.${skill}`, getLengthValues(confinedSkillLengths[skill], say, write)),
      signature === null ? emptyCell : write.day(signature.date),
      signature === null ? emptyCell : formatSigner(signature, say),
      // Notes get their own column, because their text direction may differ from the rest.
      ...(hasNotes ? [signature?.note ?? ''] : []),
    ]),
    numbers: [],
    widths: [6, 0, 5, ...(hasNotes ? [4] : [])],
  };
}

function buildExamTable({ hasExam, exam }: ERecord, say: Translate, write: Formatters): RecordTable {
  const row = exam && [
    say(exam.isPassed ? 'learning.record.exam_passed' : 'learning.record.exam_failed'),
    write.percent(exam.scorePercent / 100),
    write.number(exam.attempts),
    write.day(exam.date),
  ];
  return {
    title: say('learning.record.exam'),
    header: ['result', 'score', 'tries', 'date'].map((column) => say(`learning.record.column.${column}`)),
    rows: hasExam ? [row ?? [say('learning.record.exam_missing'), emptyCell, emptyCell, emptyCell]] : [],
    numbers: [1, 2, 3],
    widths: [5, 2, 2, 3],
  };
}

/** Both units are printed, because the document may be read anywhere. */
function formatDepth(metres: number, say: Translate, write: Formatters): string {
  return say('learning.record.document.depth', {
    metres: write.number(metres),
    feet: write.number(Math.round(metres * 3.280_84)),
  });
}

function getLengthValues(
  length: TrainingLength | undefined,
  say: Translate,
  write: Formatters,
): MessageValues | undefined {
  if (length === undefined) return undefined;
  const [metres, feet] = [write.taught(length, 'Metric'), write.taught(length, 'Imperial')];
  return { length: say('learning.record.document.depth', { metres, feet }) };
}

function buildOpenWaterTables({ openWater, flexible, logCourse }: ERecord, say: Translate, write: Formatters) {
  const skill = (name: string) => say(`logbook.skill.${name}`, getLengthValues(skillLengths[name], say, write));
  return {
    title: say('learning.record.open_water'),
    notPracticed: say('learning.record.document.not_practiced'),
    dives: openWater.map((dive) => ({
      title: say('learning.record.dive', { number: dive.number }),
      facts: listDiveFacts(dive, say, write),
      missing:
        dive.signature === null
          ? say(logCourse === null ? 'learning.record.not_signed' : 'learning.record.not_verified')
          : '',
      done: dive.skills.filter(({ isDone }) => isDone).map((one) => skill(one.skill)),
      open: dive.skills.filter(({ isDone }) => !isDone).map((one) => skill(one.skill)),
    })),
    flexible: {
      title: say('learning.record.flexible'),
      header: ['skill', 'dive'].map((column) => say(`learning.record.column.${column}`)),
      rows: flexible.map((one) => [skill(one.skill), one.dive === null ? emptyCell : write.number(one.dive)]),
      numbers: [1],
      widths: [5, 2],
    } satisfies RecordTable,
  };
}

function listDiveFacts(
  { title, date, maxDepthM, bottomTimeMin, signature }: RecordDive,
  say: Translate,
  write: Formatters,
) {
  if (signature === null) return [];
  const rows: [string, string | null][] = [
    ['dived', title],
    ['date', date && write.day(date)],
    ['depth', maxDepthM === null ? null : formatDepth(maxDepthM, say, write)],
    ['time', bottomTimeMin === null ? null : say('learning.record.minutes', { minutes: bottomTimeMin })],
    ['verified', formatSigner(signature, say)],
    ['verified_on', write.day(signature.date)],
    ['note', signature.note || null],
  ];
  return rows.flatMap(([key, value]) => (value ? [[say(`learning.record.fact.${key}`), value]] : []));
}
