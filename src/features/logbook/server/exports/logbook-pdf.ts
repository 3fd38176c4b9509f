import { loadBrand } from '#platform/server/config/brand.ts';
import { renderPdf } from '#platform/server/documents/render-pdf.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { MessageValues } from '#platform/server/i18n/messages.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { joinList } from '#platform/shared/join-list.ts';
import { createDayFormatter } from '#platform/shared/format-day.ts';
import { formattingTag, type Locale } from '#platform/shared/locale.ts';
import { formatPersonName } from '#platform/shared/person-name.ts';
import { getUnit, getUnitName, toDisplayValue, type UnitSystem } from '#domain/units.ts';
import { formatTrainingNumber } from '#domain/training-lengths.ts';
import type { DepthTime } from '#features/logbook/shared/contract.ts';
import { listDiveFacts } from '#features/logbook/shared/dive-facts.ts';
import type { FileDive } from '#features/logbook/shared/dive-files/dive-file.ts';
import { instructorName } from '#features/logbook/shared/instructor-name.ts';
import { measured, type MeasuredField } from '#features/logbook/shared/rules.ts';
import { skillLengths } from '#features/logbook/shared/skills.ts';
import { readPhoto } from '#features/logbook/server/photos/photo-files.ts';
import { drawBar, drawProfile } from './profile-shape.ts';
import { listPhotoFiles } from './queries.ts';
import { readDives, type ExportedDive, type Selection } from './read-dives.ts';
import type { ExportedLog } from './to-file-dive.ts';

/**
 * Others can wait for a card while a document is rendered, and its photos are in memory, so a long logbook is several
 * documents.
 */
const documentLimits = { dives: 100, photos: 400 };
const timeLimitMs = 60_000;

interface LogbookOptions extends Selection {
  locale: Locale;
  now: Date;
  units: UnitSystem;
  diver: { firstName: string; lastName: string };
}

/** The dives of each document of a logbook, with all their photos. */
export function splitIntoDocuments<Dive extends { id: string }>(
  dives: readonly Dive[],
  photoCounts: ReadonlyMap<string, number>,
  limits = documentLimits,
): Dive[][] {
  const documents: Dive[][] = [];
  let current: Dive[] = [];
  let photos = 0;
  for (const dive of dives) {
    const own = photoCounts.get(dive.id) ?? 0;
    if (current.length === 0 || current.length >= limits.dives || photos + own > limits.photos) {
      current = [];
      documents.push(current);
      photos = 0;
    }
    current.push(dive);
    photos += own;
  }
  return documents;
}

/** A printed logbook: each dive with its recorded profile, facts, photos and the instructor's verification. */
export async function renderLogbook(services: Services, options: LogbookOptions): Promise<Buffer> {
  const { locale, now, diver } = options;
  const text = createText(services, options);
  const files: Record<string, Uint8Array> = {};
  const photos = await addPhotos(services, options, files);
  const dives: object[] = [];
  for await (const exported of readDives(services, options))
    dives.push({ ...describeDive(exported, text), photos: photos.get(exported.log.id) ?? [] });
  const { name } = loadBrand(services.env.BRAND_FILE);
  const title = text.message('logbook.title');
  const person = formatPersonName({ givenName: diver.firstName, middleName: '', familyName: diver.lastName }, locale);
  const data = {
    brand: name,
    product: title,
    pageOf: text.message('logbook.export.page', { page: '{page}', pages: '{pages}' }),
    title: person,
    made: text.message('logbook.export.made', { date: text.day(toIsoDate(now)) }),
    dives,
  };
  const template = new URL('./logbook.typ', import.meta.url);
  return renderPdf({ template, data, files, locale, title: `${title} ${person}`, at: now, timeLimitMs });
}

type Text = ReturnType<typeof createText>;

function createText({ messages }: Services, { locale, units }: LogbookOptions) {
  const tag = formattingTag(locale);
  const numbers = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 });
  const message = (key: string, values?: MessageValues) => messages.format(locale, key, values);
  return {
    locale,
    message,
    day: createDayFormatter(locale, 'long'),
    number: (value: number) => numbers.format(value),
    join: (parts: readonly (string | null)[]) => joinList(locale, parts),
    measure(log: ExportedLog, field: MeasuredField, metric: number | null | undefined): string | null {
      if (metric === null || metric === undefined) return null;
      const { measure } = measured[field];
      const typed = log.typed.find((one) => one.field === field);
      const value = toDisplayValue(measure, units, metric, typed);
      return `${numbers.format(value)} ${getUnitName(getUnit(measure, units), tag)}`;
    },
    skill(skill: string): string {
      const length = skillLengths[skill];
      if (length === undefined) return message(`logbook.skill.${skill}`);
      const unit = getUnitName(getUnit('depth', units), tag);
      return message(`logbook.skill.${skill}`, { length: `${formatTrainingNumber(length, units, tag)} ${unit}` });
    },
  };
}

function describeDive(exported: ExportedDive<FileDive>, text: Text) {
  const { log, dive } = exported;
  const { message } = text;
  const times: DepthTime = log.depth_times[0] ?? {};
  const [experience] = log.experiences;
  const { conditions, equipment } = listDiveFacts(log, {
    message,
    measure: (field, metric) => text.measure(log, field, metric),
    duration: (minutes) => message('logbook.show.duration', { hours: Math.floor(minutes / 60), minutes: minutes % 60 }),
    join: text.join,
  });
  const facts = [...conditions, ...equipment].map(([label, value]) => [message(label), value]);
  const people: [string, string][] = [
    ...(experience?.buddies ?? []).map((name): [string, string] => [message('logbook.dive.buddy'), name]),
    ...(experience?.dive_center ? [[message('logbook.dive.center'), experience.dive_center] as [string, string]] : []),
    ...(log.instructor === null
      ? []
      : [
          [
            message('logbook.dive.instructor', { number: String(log.instructor.memsys_member_number) }),
            instructorName(log.instructor, text.locale),
          ] as [string, string],
        ]),
  ];
  return {
    number: message('logbook.show.number', { number: text.number(dive.number ?? 0) }),
    title: log.dive_title || message('logbook.show.untitled'),
    when: describeTime(log, text),
    place: log.dive_location === log.dive_title ? '' : log.dive_location,
    lesson: describeLesson(log, text),
    figures: [
      [message('logbook.field.max_depth'), text.measure(log, 'max_depth', times.max_depth)],
      [
        message('logbook.field.bottom_time'),
        typeof times.bottom_time === 'number' ? message('logbook.dive.tick_min', { minutes: times.bottom_time }) : null,
      ],
    ].filter(([, value]) => value !== null),
    ...describeProfile(exported, text),
    facts: [...facts, ...people],
    feeling: experience?.feeling ? message(`logbook.feeling.${experience.feeling}`) : '',
    notes: experience?.notes ?? '',
    skillsTitle: message('logbook.field.dive_skills'),
    skills: (log.skills[0]?.dive_skills ?? []).map(text.skill),
    verified: describeVerification(log, text),
  };
}

function describeTime({ dive_date: date, depth_times: [times] }: ExportedLog, { day, message }: Text): string {
  const written = date === null ? '' : day(date);
  if (!times?.time_in) return written;
  return times.time_out
    ? message('logbook.dive.from_to', { date: written, from: times.time_in, to: times.time_out })
    : message('logbook.dive.at', { date: written, time: times.time_in });
}

function describeLesson(
  { log_course: course, log_number: number, adventure_dive: adventure }: ExportedLog,
  text: Text,
) {
  if (course === null) return '';
  const name = text.message(`logbook.course.${course}`);
  if (adventure !== null)
    return text.message('logbook.show.adventure', {
      course: name,
      dive: text.message(`logbook.adventure.${adventure}`),
    });
  return number === null ? name : text.message('logbook.show.lesson', { course: name, number });
}

/** A recorded profile, or a plain bar that claims nothing but the depth. */
function describeProfile({ log, dive, isSimulated, isAddedLater }: ExportedDive<FileDive>, text: Text) {
  const [recording] = dive.recordings;
  const shape = recording === undefined ? null : drawProfile(recording.samples);
  const depth = text.measure(log, 'max_depth', recording?.maxDepthM ?? dive.maxDepthM) ?? '';
  if (recording === undefined || shape === null)
    return { profile: null, bar: dive.maxDepthM === null ? null : drawBar(dive.maxDepthM) };
  const time = text.message('logbook.dive.tick_min', { minutes: Math.round(shape.durationS / 60) });
  const computer = [recording.vendor, recording.model].filter((part) => part !== null).join(' ');
  const source = isSimulated
    ? text.message('logbook.profile.simulated')
    : computer === ''
      ? ''
      : text.message('logbook.profile.recorded_by', { computer });
  const later = isAddedLater ? text.message('logbook.profile.added_later') : '';
  const sources = [source, later].filter((part) => part !== '').join(' · ');
  return {
    profile: {
      points: shape.points,
      depth,
      time,
      source: sources,
      alt: text.message('logbook.dive.outline', { depth, time }),
    },
    bar: null,
  };
}

function describeVerification(log: ExportedLog, { message, day }: Text): string {
  if (log.status !== 'Verified' || log.verified_at === null) return '';
  const name = log.verified_name || message('logbook.dive.somebody');
  const verified = message('logbook.dive.verified', { name, date: day(log.verified_at) });
  if (log.verified_reason === null) return verified;
  return `${verified} ${message('logbook.dive.verified_reason', { reason: log.verified_reason })}`;
}

/** Thumbnails, which are sharp enough at their printed size. */
async function addPhotos(services: Services, { affiliateId, dives }: Selection, files: Record<string, Uint8Array>) {
  const ids = dives.map(({ id }) => id);
  const byLog = new Map<string, { file: string; caption: string }[]>();
  for (const photo of await listPhotoFiles(services.database.db, { affiliateId, ids })) {
    const own = byLog.get(photo.logId) ?? [];
    const jpeg = await readPhoto(services, photo.thumbKey);
    if (jpeg === null) continue;
    const file = `${photo.logId}-${own.length}.jpg`;
    files[file] = jpeg;
    byLog.set(photo.logId, [...own, { file, caption: photo.caption }]);
  }
  return byLog;
}
