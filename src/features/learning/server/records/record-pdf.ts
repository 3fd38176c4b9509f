import { loadBrand } from '#platform/server/config/brand.ts';
import type { Context } from '#platform/server/http/context.ts';
import { renderPdf } from '#platform/server/documents/render-pdf.ts';
import type { MessageValues } from '#platform/server/i18n/messages.ts';
import { createDayFormatter } from '#platform/shared/format-day.ts';
import { formattingTag, type Locale } from '#platform/shared/locale.ts';
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
  const translate = (key: string, values?: MessageValues) => services.messages.format(locale, key, values);
  const format = createFormatters(locale, timeZone);
  const title = translate('learning.record.document.title', { course: record.title });
  const { name } = loadBrand(services.env.BRAND_FILE);
  const data = {
    brand: name,
    product: translate('learning.record.title'),
    pageOf: translate('learning.record.document.page', { page: '{page}', pages: '{pages}' }),
    title,
    made: translate('learning.record.document.made', { date: format.day(now.toISOString()), name }),
    facts: listRecordFacts(record, translate, format),
    parts: [
      buildKnowledgeTable(record, translate, format),
      buildConfinedTable(record, translate, format),
      buildExamTable(record, translate, format),
    ],
    openWater: buildOpenWaterTables(record, translate, format),
    medical: { title: translate('learning.record.medical'), text: formatMedical(record, translate, format) },
  };
  return renderPdf({ template: new URL('./record.typ', import.meta.url), data, locale, title, at: now });
}

type Translate = (key: string, values?: MessageValues) => string;
type Formatters = ReturnType<typeof createFormatters>;

function createFormatters(locale: Locale, timeZone: string) {
  const tag = formattingTag(locale);
  const numbers = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 });
  const percents = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 });
  return {
    day: createDayFormatter(locale, 'medium', timeZone),
    number: (value: number) => numbers.format(value),
    percent: (share: number) => percents.format(share),
    taught: (length: TrainingLength, system: UnitSystem) => formatTrainingNumber(length, system, tag),
    instructor: (instructor: InstructorInfo) => instructorName(instructor, locale),
  };
}

const emptyCell = '–';

function listRecordFacts(record: ERecord, translate: Translate, format: Formatters): [string, string][] {
  const { student, certification, instructor, storeName, enrollmentDate, completedDate } = record;
  const rows: [string, string | null][] = [
    ['student', student.name],
    ['certification', certification],
    ['instructor', instructor && formatInstructor(instructor, translate, format)],
    ['store', storeName],
    ['begun', enrollmentDate && format.day(enrollmentDate)],
    ['completed', completedDate && format.day(completedDate)],
    ['progress', format.percent(Math.floor(getCompletionShare(getRecordParts(record)) * 100) / 100)],
  ];
  return rows.flatMap(([key, value]) => (value ? [[translate(`learning.record.fact.${key}`), value]] : []));
}

function formatInstructor(instructor: InstructorInfo, translate: Translate, format: Formatters): string {
  const number = String(instructor.memsys_member_number);
  return translate('learning.record.signed_number', { name: format.instructor(instructor), number });
}

function formatSigner({ name, memberNumber }: Signature, translate: Translate): string {
  if (memberNumber === null) return name;
  return translate('learning.record.signed_number', { name, number: String(memberNumber) });
}

function formatMedical({ medical }: ERecord, translate: Translate, format: Formatters): string {
  if (medical === null) return translate('learning.record.medical_missing');
  const { status, validUntil } = medical;
  return translate(`learning.record.medical.${status}`, { date: validUntil === null ? '' : format.day(validUntil) });
}

interface RecordTable {
  title: string;
  header: string[];
  rows: string[][];
  /** Indexes of number columns, and relative column widths; 0 fits the content. */
  numbers: number[];
  widths: number[];
}

function buildKnowledgeTable({ knowledge }: ERecord, translate: Translate, format: Formatters): RecordTable {
  return {
    title: translate('learning.record.knowledge'),
    header: ['section', 'lessons', 'quiz', 'done'].map((column) => translate(`learning.record.column.${column}`)),
    rows: knowledge.map(({ title, lessonsDone, lessonsTotal, quizPercent, doneDate }) => [
      title,
      translate('learning.record.of', { done: lessonsDone, total: lessonsTotal }),
      quizPercent === null ? emptyCell : format.percent(quizPercent / 100),
      doneDate === null ? emptyCell : format.day(doneDate),
    ]),
    numbers: [1, 2, 3],
    widths: [5, 2, 2, 3],
  };
}

function buildConfinedTable({ confined }: ERecord, translate: Translate, format: Formatters): RecordTable {
  const hasNotes = confined.some(({ signature }) => Boolean(signature?.note));
  return {
    title: translate('learning.record.confined'),
    header: ['skill', 'date', 'signed', ...(hasNotes ? ['note'] : [])].map((column) =>
      translate(`learning.record.column.${column}`),
    ),
    rows: confined.map(({ skill, signature }) => [
      translate(`learning.skill.${skill}`, getLengthValues(confinedSkillLengths[skill], translate, format)),
      signature === null ? emptyCell : format.day(signature.date),
      signature === null ? emptyCell : formatSigner(signature, translate),
      // Notes get their own column, because their text direction may differ from the rest.
      ...(hasNotes ? [signature?.note ?? ''] : []),
    ]),
    numbers: [],
    widths: [6, 0, 5, ...(hasNotes ? [4] : [])],
  };
}

function buildExamTable({ hasExam, exam }: ERecord, translate: Translate, format: Formatters): RecordTable {
  const row = exam && [
    translate(exam.isPassed ? 'learning.record.exam_passed' : 'learning.record.exam_failed'),
    format.percent(exam.scorePercent / 100),
    format.number(exam.attempts),
    format.day(exam.date),
  ];
  return {
    title: translate('learning.record.exam'),
    header: ['result', 'score', 'tries', 'date'].map((column) => translate(`learning.record.column.${column}`)),
    rows: hasExam ? [row ?? [translate('learning.record.exam_missing'), emptyCell, emptyCell, emptyCell]] : [],
    numbers: [1, 2, 3],
    widths: [5, 2, 2, 3],
  };
}

/** Both units are printed, because the document may be read anywhere. */
function formatDepth(metres: number, translate: Translate, format: Formatters): string {
  return translate('learning.record.document.depth', {
    metres: format.number(metres),
    feet: format.number(Math.round(metres * 3.280_84)),
  });
}

function getLengthValues(
  length: TrainingLength | undefined,
  translate: Translate,
  format: Formatters,
): MessageValues | undefined {
  if (length === undefined) return undefined;
  const [metres, feet] = [format.taught(length, 'Metric'), format.taught(length, 'Imperial')];
  return { length: translate('learning.record.document.depth', { metres, feet }) };
}

function buildOpenWaterTables({ openWater, flexible, logCourse }: ERecord, translate: Translate, format: Formatters) {
  const skill = (name: string) =>
    translate(`logbook.skill.${name}`, getLengthValues(skillLengths[name], translate, format));
  return {
    title: translate('learning.record.open_water'),
    notPracticed: translate('learning.record.document.not_practiced'),
    dives: openWater.map((dive) => ({
      title: translate('learning.record.dive', { number: dive.number }),
      facts: listDiveFacts(dive, translate, format),
      missing:
        dive.signature === null
          ? translate(logCourse === null ? 'learning.record.not_signed' : 'learning.record.not_verified')
          : '',
      done: dive.skills.filter(({ isDone }) => isDone).map((item) => skill(item.skill)),
      open: dive.skills.filter(({ isDone }) => !isDone).map((item) => skill(item.skill)),
    })),
    flexible: {
      title: translate('learning.record.flexible'),
      header: ['skill', 'dive'].map((column) => translate(`learning.record.column.${column}`)),
      rows: flexible.map((item) => [skill(item.skill), item.dive === null ? emptyCell : format.number(item.dive)]),
      numbers: [1],
      widths: [5, 2],
    } satisfies RecordTable,
  };
}

function listDiveFacts(
  { title, date, maxDepthM, bottomTimeMin, signature }: RecordDive,
  translate: Translate,
  format: Formatters,
) {
  if (signature === null) return [];
  const rows: [string, string | null][] = [
    ['dived', title],
    ['date', date && format.day(date)],
    ['depth', maxDepthM === null ? null : formatDepth(maxDepthM, translate, format)],
    ['time', bottomTimeMin === null ? null : translate('learning.record.minutes', { minutes: bottomTimeMin })],
    ['verified', formatSigner(signature, translate)],
    ['verified_on', format.day(signature.date)],
    ['note', signature.note || null],
  ];
  return rows.flatMap(([key, value]) => (value ? [[translate(`learning.record.fact.${key}`), value]] : []));
}
