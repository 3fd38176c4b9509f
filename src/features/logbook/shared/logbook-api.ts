import * as z from 'zod';
import { defineGraphql } from '#platform/shared/contract.ts';
import { editedText, longText } from '#platform/shared/text-schemas.ts';
import {
  Condition,
  DeletedLogs,
  DepthTime,
  DiveLog,
  DiveLogPage,
  DiveLogRow,
  DiveSite,
  Equipment,
  Experience,
  FamilyDive,
  FamilyDives,
  FieldRemark,
  InstructorInfo,
  LogbookDepth,
  LogDeviation,
  LogbookTotals,
  LogbookYear,
  LogFilter,
  LogPhoto,
  LogType,
  RecreationalChange,
  RecreationalLog,
  ShownExperience,
  Skills,
  SkillsChange,
  text,
  TrainingChange,
  TrainingLog,
  TypedMeasure,
  WaitingLog,
} from './contract.ts';
import { sortOptions } from './enums.ts';
import { limits } from './rules.ts';

const Id = z.string().regex(/^[1-9]\d{0,17}$/);
const Ids = z.array(Id).min(1).max(100);
const Filtered = z.object({ filter: LogFilter.nullish() });
const LogVersion = z.object({ id: Id, version: z.int() });
const PhotoChange = z.object({ id: z.uuid(), caption: editedText(limits.caption) });
const LogbookChange = z.object({ id: z.string() });
/** Requests with the same key create one log. */
const Key = z.object({ key: z.uuid().nullish() });

export const logbookApi = defineGraphql({
  types: {
    TypedMeasure,
    DepthTime,
    LogSkills: Skills,
    LogSkillsChange: SkillsChange,
    Condition,
    Equipment,
    Experience,
    ShownExperience,
    LogPhoto,
    DiveLogRow,
    DiveLogPage,
    DiveLog,
    FieldRemark,
    InstructorInfo,
    LogbookYear,
    LogbookTotals,
    WaitingLog,
    DiveSite,
    FamilyDive,
    FamilyDives,
    DeletedLogs,
    LogFilter,
    RecreationalLog,
    TrainingLog,
    RecreationalChange,
    TrainingChange,
    LogbookDepth,
    LogDeviation,
    LogVersion,
    PhotoChange,
    LogbookChange,
  },
  queries: {
    diveLogs: {
      summary: 'The dives of the signed-in person, newest first unless asked otherwise.',
      access: 'signedIn',
      args: Filtered.extend({
        sort_option: z.enum(sortOptions).nullish(),
        limit: z.int().min(1).max(100).nullish(),
        offset: z.int().min(0).max(1_000_000).nullish(),
        /** Starts at 1; ignored if an offset is set. */
        page: z.int().min(1).max(100_000).nullish(),
      }),
      output: DiveLogPage,
    },
    diveLog: {
      summary: 'One dive with everything, for whose it is and for the instructor it was submitted to.',
      access: 'signedIn',
      args: z.object({ id: Id }),
      output: DiveLog,
    },
    diveLogCount: {
      summary: 'How many dives, by the same filter as the list.',
      access: 'signedIn',
      args: Filtered,
      output: z.int(),
    },
    bottomTimeSum: {
      summary: 'Minutes under water, by the same filter as the list.',
      access: 'signedIn',
      args: Filtered,
      output: z.int(),
    },
    logbookYears: {
      summary: 'Dives and minutes by year, newest first, by the same filter as the list.',
      access: 'signedIn',
      args: Filtered,
      output: z.array(LogbookYear),
    },
    logbookTotals: {
      summary: 'What stands above the list: counts, sums, years and depths.',
      access: 'signedIn',
      output: LogbookTotals,
    },
    lastDive: {
      summary: 'The last dive of the same type, to repeat what rarely changes.',
      access: 'signedIn',
      args: z.object({ log_type: LogType }),
      output: DiveLog.nullable(),
    },
    instructorInfo: {
      summary: 'The professional with this number, or null.',
      access: 'signedIn',
      args: z.object({ number: z.int().min(1).max(999_999_999) }),
      output: InstructorInfo.nullable(),
    },
    diveSites: {
      summary: 'Sites whose name contains this, whatever its case and accents.',
      access: 'signedIn',
      args: z.object({ name: text(100) }),
      output: z.array(DiveSite),
    },
    familyDives: {
      summary: 'Of each child that the signed-in person is guardian of: how many dives, and the last one.',
      access: 'signedIn',
      output: z.array(FamilyDives),
    },
    logsToVerify: {
      summary: 'Dives that name the signed-in professional and wait, oldest first.',
      access: ['professional'],
      output: z.array(WaitingLog),
    },
  },
  mutations: {
    createRecreationalLog: {
      summary: 'Logs a recreational dive, or keeps it as a draft. All of it, or nothing.',
      access: 'signedIn',
      args: Key.extend({ general: RecreationalLog }),
      output: DiveLog,
    },
    createTrainingLog: {
      summary: 'Submits a training dive to its instructor, or keeps it as a draft. All of it, or nothing.',
      access: 'signedIn',
      args: Key.extend({ general: TrainingLog }),
      output: DiveLog,
    },
    updateRecreationalLog: {
      summary: 'Changes a recreational dive; refused where somebody has changed it since.',
      access: 'signedIn',
      args: LogVersion.extend({ general: RecreationalChange }),
      output: DiveLog,
    },
    updateTrainingLog: {
      summary: 'Changes a training dive as far as its status allows; of a verified one, its notes.',
      access: 'signedIn',
      args: LogVersion.extend({ general: TrainingChange }),
      output: DiveLog,
    },
    submitLog: {
      summary: 'Submits a training dive to its instructor, again where it was returned; logs a recreational one.',
      access: 'signedIn',
      requires: ['verifiedEmail'],
      args: LogVersion,
      output: DiveLog,
    },
    withdrawLog: {
      summary: 'Takes a dive back that its instructor has not looked at yet: it is a draft again.',
      access: 'signedIn',
      args: LogVersion,
      output: DiveLog,
    },
    verifyLogs: {
      summary: 'Verifies dives that name the signed-in instructor: all of them, or none. A deviation needs a reason.',
      access: ['professional'],
      args: z.object({
        logs: z.array(LogVersion).min(1).max(100),
        reason: longText(limits.reason).min(1).nullish(),
      }),
      output: z.array(DiveLog),
    },
    returnLog: {
      summary: 'Returns a dive to its diver, with the reason and what is wrong in which field.',
      access: ['professional'],
      args: LogVersion.extend({
        reason: longText(limits.reason).min(1),
        fields: z.array(FieldRemark).max(30).nullish(),
      }),
      output: DiveLog,
    },
    undoDecisions: {
      summary: 'Undoes own verifications or returns of the last ten seconds: all of them, or none.',
      access: ['professional'],
      args: z.object({ logs: z.array(LogVersion).min(1).max(100) }),
      output: z.array(DiveLog),
    },
    deleteLogs: {
      summary: 'Deletes dives with everything in them; for a day they can be had back.',
      access: 'signedIn',
      args: z.object({ ids: Ids }),
      output: DeletedLogs,
    },
    restoreLogs: {
      summary: 'Undoes a deletion.',
      access: 'signedIn',
      args: z.object({ ids: Ids }),
      output: DeletedLogs,
    },
    updatePhotos: {
      summary: 'The order and the captions of the photos of a dive; every one of them is named.',
      access: 'signedIn',
      args: z.object({ id: Id, photos: z.array(PhotoChange).max(limits.photos) }),
      output: z.array(LogPhoto),
    },
  },
  subscriptions: {
    onLogbookChange: {
      summary: 'Tells every open page of the signed-in person that their logbook, or their inbox, has changed.',
      access: 'signedIn',
      output: LogbookChange,
    },
  },
});
