import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { defineErrors } from '#platform/shared/errors.ts';
import { securityEventKinds } from '#platform/shared/security-events.ts';
import { locales } from '#platform/shared/locale.ts';
import { deskQueueNames } from '#domain/audit-actions.ts';

export const fail = defineErrors({
  'association.unknown_flag': 404,
  /** The value has another type than the flag, or is not a share from 0 to 1. */
  'association.wrong_value': 422,
  /** Another member of staff has changed the flag since it was read. */
  'association.flag_changed': 409,
  'association.unknown_template': 404,
});

const Page = z.coerce.number().int().min(1).max(10_000).default(1);
export const peoplePageSize = 50;
export const auditPageSize = 50;

/** A search result. */
export const FoundPerson = z.object({
  affiliateId: z.int(),
  name: z.string(),
  role: z.enum(['diver', 'professional', 'store', 'staff']),
  email: z.string().nullable(),
  birthdate: z.string().nullable(),
  isMinor: z.boolean(),
  memberNumber: z.int().nullable(),
  memberStatus: z.string().nullable(),
  storeNumber: z.int().nullable(),
  city: z.string(),
  country: z.string(),
});
export type FoundPerson = z.output<typeof FoundPerson>;

export const PersonFile = FoundPerson.extend({
  language: z.string(),
  createdDate: z.string(),
  hasPhoto: z.boolean(),
  guardians: z.array(z.object({ affiliateId: z.int(), name: z.string() })),
  children: z.array(z.object({ affiliateId: z.int(), name: z.string() })),
  certifications: z.array(
    z.object({
      licenseID: z.int(),
      levelID: z.int(),
      name: z.string(),
      certDate: z.string(),
      code: z.string().nullable(),
      isRevoked: z.boolean(),
    }),
  ),
  /** Approved cards of other agencies. */
  outsideCards: z.array(
    z.object({
      id: z.string(),
      agency: z.string(),
      level: z.string(),
      uploadedAt: z.string(),
      equivalentLevelID: z.int().nullable(),
    }),
  ),
  applications: z.array(z.object({ id: z.int(), name: z.string(), state: z.string(), stateDate: z.string() })),
  /** Only counts; the content is opened in its own feature. */
  counts: z.object({ dives: z.int(), forms: z.int(), orders: z.int() }),
});
export type PersonFile = z.output<typeof PersonFile>;

export const FoundCard = z.object({
  licenseID: z.int(),
  levelID: z.int(),
  name: z.string(),
  certDate: z.string(),
  code: z.string().nullable(),
  affiliateId: z.int(),
  holder: z.string(),
  isRevoked: z.boolean(),
  revokedReason: z.string().nullable(),
});
export type FoundCard = z.output<typeof FoundCard>;

export const AuditEntry = z.object({
  seq: z.int(),
  date: z.string(),
  actorId: z.int().nullable(),
  /** Null for the portal itself and for erased persons. */
  actorName: z.string().nullable(),
  action: z.string(),
  /** For example `person:400001` or `application:10001`. */
  subject: z.string(),
  subjectName: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
  correlationId: z.string(),
  hash: z.string(),
});
export type AuditEntry = z.output<typeof AuditEntry>;

export const Decision = AuditEntry.pick({ action: true, actorName: true, subjectName: true, date: true });
export type Decision = z.output<typeof Decision>;

export const Flag = z.object({
  name: z.string(),
  kind: z.enum(['switch', 'share', 'text']),
  value: z.union([z.boolean(), z.number(), z.string()]),
  usual: z.union([z.boolean(), z.number(), z.string()]),
  updatedDate: z.string().nullable(),
  updatedBy: z.string().nullable(),
});
export type Flag = z.output<typeof Flag>;

export const MailTemplate = z.object({
  template: z.string(),
  /** A description in the reader's language. */
  name: z.string(),
  area: z.string(),
  /** Cannot be turned off. */
  isRequired: z.boolean(),
});
export type MailTemplate = z.output<typeof MailTemplate>;

/** The open items in the queues of other features. */
const WaitingCounts = z.object({
  photos: z.int(),
  cardPhotos: z.int(),
  pages: z.int(),
  orders: z.int(),
  requests: z.int(),
});
export type WaitingCounts = z.output<typeof WaitingCounts>;

export const securityPageSize = 50;
export const FoundSecurityEvent = z.object({
  id: z.int(),
  date: z.string(),
  kind: z.string(),
  affiliateId: z.int().nullable(),
  name: z.string().nullable(),
  /** The address has no account; only its hash is stored. */
  hasAddressHash: z.boolean(),
  ip: z.string(),
  userAgent: z.string(),
  data: z.record(z.string(), z.unknown()),
  count: z.int(),
  correlationId: z.string(),
});
export type FoundSecurityEvent = z.output<typeof FoundSecurityEvent>;

/** A search returns a limited number of matches, over all pages. */
const Matches = { total: z.int(), hasMoreMatches: z.boolean() };
const ForPerson = z.object({ affiliateId: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });

/** The association's desk, for staff only. Looking up a person is audited. */
export const deskEndpoints = defineEndpoints('desk', {
  'GET people': {
    summary: 'Searches people by name, email or number, including the numbers of professionals and stores.',
    access: ['staff'],
    // Searches are audited.
    kind: 'write',
    query: z.object({
      search: z.string().trim().min(1).max(100),
      kind: z.enum(['all', 'diver', 'professional', 'store']).default('all'),
      page: Page,
    }),
    output: z.object({ items: z.array(FoundPerson), ...Matches }),
  },
  'GET people/{affiliateId}': {
    summary: 'Returns a summary of one person. The access is logged.',
    access: ['staff'],
    kind: 'write',
    params: ForPerson,
    output: PersonFile,
  },
  'GET cards': {
    summary: 'Searches certification cards by number, code or holder.',
    access: ['staff'],
    kind: 'write',
    query: z.object({ search: z.string().trim().min(1).max(100), page: Page }),
    output: z.object({ items: z.array(FoundCard), ...Matches }),
  },
  'GET audit': {
    summary:
      'Lists audit entries, newest first, optionally filtered by subject, person or action. Names match people and their applications.',
    access: ['staff'],
    kind: 'write',
    query: z.object({
      /** A subject such as `person:400001`, or a person's name. */
      subject: z.string().trim().max(100).default(''),
      actorId: z.coerce.number().int().positive().optional(),
      /** The name of the acting person. */
      actorName: z.string().trim().max(100).default(''),
      /** An action or its prefix, for example `application.`. */
      action: z.string().trim().max(60).default(''),
      /** Returns older entries only: the sequence number of the last entry of the previous page. */
      before: z.coerce.number().int().positive().optional(),
      /** `changes` leaves out entries that only record an access. */
      show: z.enum(['all', 'changes']).default('all'),
    }),
    /** A name can match more people than are looked up; `hasMoreMatches` says so. */
    output: z.object({ items: z.array(AuditEntry), hasMore: z.boolean(), hasMoreMatches: z.boolean() }),
  },
  'GET security-events': {
    summary:
      'Lists sign-ins, failed attempts, denied requests and changes of second factors, by person, address, kind and day.',
    access: ['staff'],
    // Reading is audited.
    kind: 'write',
    query: z.object({
      affiliateId: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      email: z.string().trim().min(1).max(254).optional(),
      kind: z.enum(securityEventKinds).optional(),
      /** In UTC. */
      day: z.iso.date().optional(),
      before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
    }),
    output: z.object({ items: z.array(FoundSecurityEvent), hasMore: z.boolean() }),
  },
  'GET counts': {
    summary:
      'Returns the number of photos, outside certifications and physician’s pages to review, and of orders to ship.',
    access: ['staff'],
    output: WaitingCounts,
  },
  'GET decisions': {
    summary: 'Returns the latest decision about an item that left a queue: what was done, by whom and when.',
    access: ['staff'],
    query: z.object({
      queue: z.enum(deskQueueNames),
      /** The item or its owner, for example `application:10001` or `person:400001`. */
      subject: z.string().regex(/^(application|person):\d{1,15}$/),
      /** When the item entered the queue; older decisions are about another one. */
      since: z.iso.datetime().optional(),
    }),
    output: Decision.nullable(),
  },
  'GET flags': {
    summary: 'Lists all feature flags with the person who set each.',
    access: ['staff'],
    output: z.array(Flag),
  },
  'PUT flags/{name}': {
    summary: 'Sets a feature flag. It takes effect immediately in every process.',
    access: ['staff'],
    requires: ['recentConfirmation'],
    params: z.object({ name: z.string().max(60) }),
    body: z.object({
      value: z.union([z.boolean(), z.number(), z.string().max(500)]),
      /** The value that was read; the change is rejected if it differs now. */
      was: z.union([z.boolean(), z.number(), z.string().max(500)]),
    }),
    output: Flag,
  },
  'GET mails': { summary: 'Lists the email templates.', access: ['staff'], output: z.array(MailTemplate) },
  'GET mails/{template}': {
    summary: 'Returns a preview of an email in a language, with sample values.',
    access: ['staff'],
    params: z.object({ template: z.string().max(100) }),
    query: z.object({ locale: z.enum(locales).default('en-US') }),
    output: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
  },
});
