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
  DiveRecording,
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
import { sortOptions, verificationPageSize } from './enums.ts';
import {
  DiveImport,
  DiveMatch,
  FileMapping,
  ImportChoice,
  ImportedDive,
  ImportEntry,
  importTypes,
  UndoneImport,
} from './import-contract.ts';
import { importLimits } from './import-limits.ts';
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
    DiveRecording,
    ...importTypes,
  },
  queries: {
    diveLogs: {
      summary: 'Lists the signed-in person’s dives, newest first by default.',
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
      summary: 'Returns one dive with all its data, for its diver and the instructor it was submitted to.',
      access: 'signedIn',
      args: z.object({ id: Id }),
      output: DiveLog,
    },
    diveLogCount: {
      summary: 'Counts the dives that match the list’s filter.',
      access: 'signedIn',
      args: Filtered,
      output: z.int(),
    },
    bottomTimeSum: {
      summary: 'Returns the total bottom time in minutes of the dives that match the list’s filter.',
      access: 'signedIn',
      args: Filtered,
      output: z.int(),
    },
    logbookYears: {
      summary: 'Returns the number of dives and minutes by year, newest first, for the list’s filter.',
      access: 'signedIn',
      args: Filtered,
      output: z.array(LogbookYear),
    },
    logbookTotals: {
      summary: 'Returns the totals above the list: counts, sums, years and depths.',
      access: 'signedIn',
      output: LogbookTotals,
    },
    lastDive: {
      summary: 'Returns the last dive of the same type, to prefill the values that rarely change.',
      access: 'signedIn',
      args: z.object({ log_type: LogType }),
      output: DiveLog.nullable(),
    },
    instructorInfo: {
      summary: 'Returns the professional with this number, or null.',
      access: 'signedIn',
      args: z.object({ number: z.int().min(1).max(999_999_999) }),
      output: InstructorInfo.nullable(),
    },
    diveSites: {
      summary: 'Lists the dive sites whose name contains the text, ignoring case and accents.',
      access: 'signedIn',
      args: z.object({ name: text(100) }),
      output: z.array(DiveSite),
    },
    matchDives: {
      summary: 'Compares the dives of a file with the signed-in person’s logbook, before anything is uploaded.',
      access: 'signedIn',
      args: z.object({ dives: z.array(ImportedDive).min(1).max(importLimits.comparedDives) }),
      output: z.array(DiveMatch),
    },
    diveImports: {
      summary: 'Lists the signed-in person’s imports, newest first, or the one with this id.',
      access: 'signedIn',
      args: z.object({ id: z.uuid().nullish() }),
      output: z.array(DiveImport),
    },
    diveImportEntries: {
      summary: 'Lists what an import did with each dive: the import report.',
      access: 'signedIn',
      args: z.object({
        id: z.uuid(),
        limit: z.int().min(1).max(500).nullish(),
        offset: z.int().min(0).max(importLimits.dives).nullish(),
      }),
      output: z.array(ImportEntry),
    },
    firstDiveNumber: {
      summary: 'Returns the number of the first dive in the signed-in person’s logbook.',
      access: 'signedIn',
      output: z.int(),
    },
    familyDives: {
      summary: 'Returns the number of dives and the last dive of each child whose guardian the signed-in person is.',
      access: 'signedIn',
      output: z.array(FamilyDives),
    },
    logsToVerify: {
      summary:
        'Lists the dives that name the signed-in professional and need verification, by class, the longest waiting first.',
      access: ['professional'],
      args: z.object({
        limit: z.int().min(1).max(verificationPageSize).nullish(),
        offset: z.int().min(0).max(1_000_000).nullish(),
      }),
      output: z.array(WaitingLog),
    },
    logsToVerifyCount: {
      summary: 'Counts the dives that name the signed-in professional and need verification.',
      access: ['professional'],
      output: z.int(),
    },
  },
  mutations: {
    createRecreationalLog: {
      summary: 'Logs a recreational dive, or saves it as a draft. Atomic.',
      access: 'signedIn',
      args: Key.extend({ general: RecreationalLog }),
      output: DiveLog,
    },
    createTrainingLog: {
      summary: 'Submits a training dive to its instructor, or saves it as a draft. Atomic.',
      access: 'signedIn',
      args: Key.extend({ general: TrainingLog }),
      output: DiveLog,
    },
    updateRecreationalLog: {
      summary: 'Updates a recreational dive. Fails if it was changed since it was read.',
      access: 'signedIn',
      args: LogVersion.extend({ general: RecreationalChange }),
      output: DiveLog,
    },
    updateTrainingLog: {
      summary: 'Updates a training dive as far as its status allows. Only the notes of a verified dive can change.',
      access: 'signedIn',
      args: LogVersion.extend({ general: TrainingChange }),
      output: DiveLog,
    },
    submitLog: {
      summary: 'Submits a training dive to its instructor, also after it was returned, or logs a recreational dive.',
      access: 'signedIn',
      requires: ['verifiedEmail'],
      args: LogVersion,
      output: DiveLog,
    },
    withdrawLog: {
      summary: 'Withdraws a dive that its instructor has not opened yet, which makes it a draft again.',
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
      summary: 'Returns a dive to its diver, with a reason and the problem of each field.',
      access: ['professional'],
      args: LogVersion.extend({
        reason: longText(limits.reason).min(1),
        fields: z.array(FieldRemark).max(30).nullish(),
      }),
      output: DiveLog,
    },
    undoDecisions: {
      summary: 'Undoes the caller’s verifications or returns of the last ten seconds: all of them, or none.',
      access: ['professional'],
      args: z.object({ logs: z.array(LogVersion).min(1).max(100) }),
      output: z.array(DiveLog),
    },
    deleteLogs: {
      summary: 'Deletes dives with their photos; they can be restored for a day.',
      access: 'signedIn',
      args: z.object({ ids: Ids }),
      output: DeletedLogs,
    },
    restoreLogs: {
      summary: 'Restores deleted dives.',
      access: 'signedIn',
      args: z.object({ ids: Ids }),
      output: DeletedLogs,
    },
    addImportChoices: {
      summary:
        'Stores a part of the choices of an import before it starts, for logbooks whose choices exceed one request.',
      access: 'signedIn',
      args: z.object({ id: z.uuid(), choices: z.array(ImportChoice).min(1).max(importLimits.sentChoices) }),
      output: z.boolean(),
    },
    startImport: {
      summary: 'Imports the uploaded files with a choice for each dive. Dives without a choice are added.',
      access: 'signedIn',
      args: z.object({
        id: z.uuid(),
        /** In addition to those that were stored before. */
        choices: z.array(ImportChoice).max(importLimits.dives),
        /** How the columns of spreadsheets are read. They are guessed without one. */
        mappings: z.array(FileMapping).max(importLimits.files).nullish(),
      }),
      output: DiveImport,
    },
    undoImport: {
      summary: 'Undoes an import of the last 30 days. Dives that were edited, verified or given photos stay.',
      access: 'signedIn',
      args: z.object({ id: z.uuid() }),
      output: UndoneImport,
    },
    setFirstDiveNumber: {
      summary: 'Sets the number of the first dive in the logbook, for people who logged dives elsewhere before.',
      access: 'signedIn',
      args: z.object({ number: z.int().min(1).max(100_000) }),
      output: z.int(),
    },
    shareRecordingDetails: {
      summary: 'Shows or hides heart rate, positions and serial number of a recording to the verifying instructor.',
      access: 'signedIn',
      args: z.object({ id: Id, shares: z.boolean() }),
      output: z.boolean(),
    },
    updatePhotos: {
      summary: 'Sets the order and the captions of a dive’s photos. The list has to contain all of them.',
      access: 'signedIn',
      args: z.object({ id: Id, photos: z.array(PhotoChange).max(limits.photos) }),
      output: z.array(LogPhoto),
    },
  },
  subscriptions: {
    onLogbookChange: {
      summary:
        'Notifies every open page of the signed-in person that their logbook or their verification list has changed.',
      access: 'signedIn',
      output: LogbookChange,
    },
  },
});
