import { readBrand } from '../../../platform/server/brand.ts';
import type { Context } from '../../../platform/server/context.ts';
import { makePdf } from '../../../platform/server/documents.ts';
import type { MessageValues } from '../../../platform/server/messages.ts';
import { formattingTag } from '../../../platform/shared/locale.ts';
import { type TaughtLength, writeTaughtNumber } from '../../../platform/shared/taught-lengths.ts';
import type { UnitSystem } from '../../../platform/shared/units.ts';
import type { InstructorInfo } from '../../logbook/shared/contract.ts';
import { instructorName } from '../../logbook/shared/instructor-name.ts';
import { skillLengths } from '../../logbook/shared/skills.ts';
import type { ERecord, RecordDive, Signature } from '../shared/record-contract.ts';
import { partsOf, shareOf } from '../shared/record-progress.ts';
import { confinedLengths } from '../shared/skills.ts';

/** The record on paper, in the reader's language. Every word of it comes from the messages. */
export async function makeRecordPdf(ctx: Context, record: ERecord, timeZone: string): Promise<Buffer> {
  const { locale, now, services } = ctx;
  const say = (key: string, values?: MessageValues) => services.messages.format(locale, key, values);
  const write = writerOf(locale, timeZone);
  const title = say('learning.record.document.title', { course: record.title });
  const { name } = readBrand(services.env.BRAND_FILE);
  const data = {
    brand: name,
    product: say('learning.record.title'),
    pageOf: say('learning.record.document.page', { page: '{page}', pages: '{pages}' }),
    title,
    made: say('learning.record.document.made', { date: write.day(now.toISOString()), name }),
    facts: factsOf(record, say, write),
    parts: [knowledgeOf(record, say, write), confinedOf(record, say, write), examOf(record, say, write)],
    openWater: openWaterOf(record, say, write),
    medical: { title: say('learning.record.medical'), text: say('learning.record.medical_missing') },
  };
  return makePdf({ template: new URL('./record.typ', import.meta.url), data, locale, title, at: now });
}

type Say = (key: string, values?: MessageValues) => string;
type Write = ReturnType<typeof writerOf>;

function writerOf(locale: Parameters<typeof formattingTag>[0], timeZone: string) {
  const tag = formattingTag(locale);
  const days = (zone: string) =>
    new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', year: 'numeric', timeZone: zone });
  const [written, known] = [days('UTC'), days(timeZone)];
  const numbers = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 });
  const percents = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 });
  return {
    /** A day stays what it is; a moment is a day where its reader is. */
    day: (date: string) => (date.length === 10 ? written : known).format(new Date(date)),
    number: (value: number) => numbers.format(value),
    percent: (share: number) => percents.format(share),
    taught: (length: TaughtLength, system: UnitSystem) => writeTaughtNumber(length, system, tag),
    instructor: (instructor: InstructorInfo) => instructorName(instructor, locale),
  };
}

const nothing = '–';

function factsOf(record: ERecord, say: Say, write: Write): [string, string][] {
  const { student, certification, instructor, storeName, enrollmentDate, completedDate } = record;
  const rows: [string, string | null][] = [
    ['student', student.name],
    ['certification', certification],
    ['instructor', instructor && instructorText(instructor, say, write)],
    ['store', storeName],
    ['begun', enrollmentDate && write.day(enrollmentDate)],
    ['completed', completedDate && write.day(completedDate)],
    ['progress', write.percent(Math.floor(shareOf(partsOf(record)) * 100) / 100)],
  ];
  return rows.flatMap(([key, value]) => (value ? [[say(`learning.record.fact.${key}`), value]] : []));
}

function instructorText(instructor: InstructorInfo, say: Say, write: Write): string {
  const number = String(instructor.memsys_member_number);
  return say('learning.record.signed_number', { name: write.instructor(instructor), number });
}

function signerText({ name, memberNumber }: Signature, say: Say): string {
  if (memberNumber === null) return name;
  return say('learning.record.signed_number', { name, number: String(memberNumber) });
}

interface Listing {
  title: string;
  header: string[];
  rows: string[][];
  /** The columns that hold numbers, and how wide each is; 0 is as wide as what stands in it. */
  numbers: number[];
  widths: number[];
}

function knowledgeOf({ knowledge }: ERecord, say: Say, write: Write): Listing {
  return {
    title: say('learning.record.knowledge'),
    header: ['section', 'lessons', 'quiz', 'done'].map((column) => say(`learning.record.column.${column}`)),
    rows: knowledge.map(({ title, lessonsDone, lessonsTotal, quizPercent, doneDate }) => [
      title,
      say('learning.record.of', { done: lessonsDone, total: lessonsTotal }),
      quizPercent === null ? nothing : write.percent(quizPercent / 100),
      doneDate === null ? nothing : write.day(doneDate),
    ]),
    numbers: [1, 2, 3],
    widths: [5, 2, 2, 3],
  };
}

function confinedOf({ confined }: ERecord, say: Say, write: Write): Listing {
  const hasNotes = confined.some(({ signature }) => Boolean(signature?.note));
  return {
    title: say('learning.record.confined'),
    header: ['skill', 'date', 'signed', ...(hasNotes ? ['note'] : [])].map((column) =>
      say(`learning.record.column.${column}`),
    ),
    rows: confined.map(({ skill, signature }) => [
      say(`learning.skill.${skill}`, lengthIn(confinedLengths[skill], say, write)),
      signature === null ? nothing : write.day(signature.date),
      signature === null ? nothing : signerText(signature, say),
      // On its own: it may be written in another direction than the rest.
      ...(hasNotes ? [signature?.note ?? ''] : []),
    ]),
    numbers: [],
    widths: [6, 0, 5, ...(hasNotes ? [4] : [])],
  };
}

function examOf({ hasExam, exam }: ERecord, say: Say, write: Write): Listing {
  const row = exam && [
    say(exam.isPassed ? 'learning.record.exam_passed' : 'learning.record.exam_failed'),
    write.percent(exam.scorePercent / 100),
    write.number(exam.attempts),
    write.day(exam.date),
  ];
  return {
    title: say('learning.record.exam'),
    header: ['result', 'score', 'tries', 'date'].map((column) => say(`learning.record.column.${column}`)),
    rows: hasExam ? [row ?? [say('learning.record.exam_missing'), nothing, nothing, nothing]] : [],
    numbers: [1, 2, 3],
    widths: [5, 2, 2, 3],
  };
}

/** Depth in metres and in feet: the paper may be read anywhere. */
function depthText(metres: number, say: Say, write: Write): string {
  return say('learning.record.document.depth', {
    metres: write.number(metres),
    feet: write.number(Math.round(metres * 3.280_84)),
  });
}

function lengthIn(length: TaughtLength | undefined, say: Say, write: Write): MessageValues | undefined {
  if (length === undefined) return undefined;
  const [metres, feet] = [write.taught(length, 'Metric'), write.taught(length, 'Imperial')];
  return { length: say('learning.record.document.depth', { metres, feet }) };
}

function openWaterOf({ openWater, flexible, logCourse }: ERecord, say: Say, write: Write) {
  const skill = (name: string) => say(`logbook.skill.${name}`, lengthIn(skillLengths[name], say, write));
  return {
    title: say('learning.record.open_water'),
    notPracticed: say('learning.record.document.not_practiced'),
    dives: openWater.map((dive) => ({
      title: say('learning.record.dive', { number: dive.number }),
      facts: diveFacts(dive, say, write),
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
      rows: flexible.map((one) => [skill(one.skill), one.dive === null ? nothing : write.number(one.dive)]),
      numbers: [1],
      widths: [5, 2],
    } satisfies Listing,
  };
}

function diveFacts({ title, date, maxDepthM, bottomTimeMin, signature }: RecordDive, say: Say, write: Write) {
  if (signature === null) return [];
  const rows: [string, string | null][] = [
    ['dived', title],
    ['date', date && write.day(date)],
    ['depth', maxDepthM === null ? null : depthText(maxDepthM, say, write)],
    ['time', bottomTimeMin === null ? null : say('learning.record.minutes', { minutes: bottomTimeMin })],
    ['verified', signerText(signature, say)],
    ['verified_on', write.day(signature.date)],
    ['note', signature.note || null],
  ];
  return rows.flatMap(([key, value]) => (value ? [[say(`learning.record.fact.${key}`), value]] : []));
}
