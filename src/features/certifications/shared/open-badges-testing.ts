import * as z from 'zod';

/**
 * The constraints of Open Badges 3.0 on an AchievementCredential, rewritten for the classes a card uses and compared
 * with the published JSON schema and data model (decision 035). Unlisted properties are allowed, except where the
 * standard closes a class.
 */
const Uri = z.string().refine((text) => URL.canParse(text), 'a URI');
const HttpUrl = z.string().refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'an HTTP URL');
const Text = z.string();
const DateTimeZ = z.iso.datetime({ offset: true });
/** A list of types that must include one of these. */
const TypeSet = (...oneOf: string[]) =>
  z.array(Text).refine((types) => types.some((type) => oneOf.includes(type)), `includes ${oneOf.join(' or ')}`);
const Extension = /^ext:[\w.|-]+$/;
const oneOf = (...names: string[]) => z.union([z.enum(names), z.string().regex(Extension)]);

const Image = z.looseObject({ id: Uri, type: z.literal('Image'), caption: Text.optional() });

const Address = z.looseObject({
  type: TypeSet('Address'),
  addressCountry: Text.optional(),
  addressCountryCode: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  addressRegion: Text.optional(),
  addressLocality: Text.optional(),
  streetAddress: Text.optional(),
  postOfficeBoxNumber: Text.optional(),
  postalCode: Text.optional(),
});

const Profile = z.looseObject({
  id: Uri,
  type: TypeSet('Profile'),
  name: Text.optional(),
  url: Uri.optional(),
  phone: Text.optional(),
  description: Text.optional(),
  image: Image.optional(),
  email: z.email().optional(),
  address: Address.optional(),
  official: Text.optional(),
  get parentOrg() {
    return Profile.optional();
  },
  familyName: Text.optional(),
  givenName: Text.optional(),
  dateOfBirth: z.iso.date().optional(),
});

const Criteria = z.looseObject({ id: Uri.optional(), narrative: Text.optional() });

const achievementTypes = [
  'Achievement',
  'ApprenticeshipCertificate',
  'Assessment',
  'Assignment',
  'AssociateDegree',
  'Award',
  'Badge',
  'BachelorDegree',
  'Certificate',
  'CertificateOfCompletion',
  'Certification',
  'CommunityService',
  'Competency',
  'Course',
  'CoCurricular',
  'Degree',
  'Diploma',
  'DoctoralDegree',
  'Fieldwork',
  'GeneralEducationDevelopment',
  'JourneymanCertificate',
  'LearningProgram',
  'License',
  'Membership',
  'ProfessionalDoctorate',
  'QualityAssuranceCredential',
  'MasterCertificate',
  'MasterDegree',
  'MicroCredential',
  'ResearchDoctorate',
  'SecondarySchoolDiploma',
];

const Achievement = z.looseObject({
  id: Uri,
  type: TypeSet('Achievement'),
  achievementType: oneOf(...achievementTypes).optional(),
  creator: Profile.optional(),
  creditsAvailable: z.number().optional(),
  criteria: Criteria,
  description: Text,
  fieldOfStudy: Text.optional(),
  humanCode: Text.optional(),
  image: Image.optional(),
  inLanguage: z
    .string()
    .regex(/^[a-z]{2,4}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/)
    .optional(),
  name: Text,
  specialization: Text.optional(),
  tag: z.array(Text).optional(),
  version: Text.optional(),
});

const identityTypes = [
  'name',
  'sourcedId',
  'systemId',
  'productId',
  'userName',
  'accountId',
  'emailAddress',
  'nationalIdentityNumber',
  'isbn',
  'issn',
  'lisSourcedId',
  'oneRosterSourcedId',
  'sisSourcedId',
  'ltiContextId',
  'ltiDeploymentId',
  'ltiToolId',
  'ltiPlatformId',
  'ltiUserId',
  'identifier',
];

/** Closed by the standard: no other properties are allowed. */
const IdentityObject = z.strictObject({
  type: z.literal('IdentityObject'),
  hashed: z.boolean(),
  identityHash: Text,
  identityType: oneOf(...identityTypes),
  salt: Text.optional(),
});

const AchievementSubject = z
  .looseObject({
    id: Uri.optional(),
    type: TypeSet('AchievementSubject'),
    activityEndDate: DateTimeZ.optional(),
    activityStartDate: DateTimeZ.optional(),
    creditsEarned: z.number().optional(),
    achievement: Achievement,
    identifier: z.array(IdentityObject).optional(),
    image: Image.optional(),
    licenseNumber: Text.optional(),
    narrative: Text.optional(),
    role: Text.optional(),
    source: Profile.optional(),
    term: Text.optional(),
  })
  .refine(({ id, identifier = [] }) => id !== undefined || identifier.length > 0, 'id or an identifier');

const CredentialStatus = z.looseObject({ id: HttpUrl, type: Text });

/** The additional constraints of a Bitstring Status List entry. */
const BitstringStatusListEntry = CredentialStatus.extend({
  type: z.literal('BitstringStatusListEntry'),
  statusPurpose: z.enum(['revocation', 'suspension', 'refresh', 'message']),
  statusListIndex: z.string().regex(/^(0|[1-9]\d*)$/),
  statusListCredential: HttpUrl,
}).refine(({ id, statusListCredential }) => id !== statusListCredential, 'id is not the list itself');

const achievementSchemaUrl =
  /^https:\/\/purl\.imsglobal\.org\/spec\/ob\/v3p0\/schema\/json\/ob_v3p0_achievementcredential_schema\.json$/;

const AchievementCredential = z.looseObject({
  '@context': z
    .tuple([
      z.literal('https://www.w3.org/ns/credentials/v2'),
      z.string().regex(/^https:\/\/purl\.imsglobal\.org\/spec\/ob\/v3p0\/context(-3\.\d\.\d)*\.json$/),
    ])
    .rest(z.union([Uri, z.looseObject({})])),
  id: Uri,
  type: z.intersection(TypeSet('VerifiableCredential'), TypeSet('AchievementCredential', 'OpenBadgeCredential')),
  name: Text,
  description: Text.optional(),
  image: Image.optional(),
  awardedDate: DateTimeZ.optional(),
  credentialSubject: AchievementSubject,
  issuer: Profile,
  validFrom: DateTimeZ,
  validUntil: DateTimeZ.optional(),
  credentialSchema: z
    .array(z.looseObject({ id: Uri, type: Text }))
    .refine((schemas) => schemas.some(({ id }) => achievementSchemaUrl.test(id)), "includes the standard's own schema"),
  credentialStatus: BitstringStatusListEntry,
});

/** No other headers are allowed; `kid` is a URL, because there is no `jwk`. */
export const JoseHeader = z.strictObject({
  alg: z.enum(['EdDSA', 'RS256']),
  kid: HttpUrl,
  typ: z.literal('JWT').optional(),
});

export const JwtClaims = z.looseObject({ iss: Uri, jti: Uri, nbf: z.int(), sub: Uri, exp: z.int().optional() });

const StatusListCredential = z.looseObject({
  '@context': z.tuple([z.literal('https://www.w3.org/ns/credentials/v2')]).rest(Uri),
  id: HttpUrl,
  type: z.intersection(TypeSet('VerifiableCredential'), TypeSet('BitstringStatusListCredential')),
  issuer: Uri,
  credentialSubject: z.looseObject({
    id: Uri,
    type: z.literal('BitstringStatusList'),
    statusPurpose: z.literal('revocation'),
    encodedList: z.string().regex(/^u[\w-]+$/),
  }),
});
export const schemas = { AchievementCredential, StatusListCredential };
