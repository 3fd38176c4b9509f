import { describe, expect, it } from 'vitest';
import { contractInputs } from './contract-inputs.ts';
import { listStringInputs } from './free-text-input-checks.ts';

const unchecked = contractInputs.flatMap(([name, schema]) =>
  listStringInputs(schema)
    .filter(({ isUnchecked }) => isUnchecked)
    .map(({ path }) => `${name}: ${path}`),
);

/** May hold text stored before the rule, so the handler checks changed texts with `assertTexts`. */
const checkedOnChange = [
  /^POST profiles\/\{affiliateId\}\/MailingAddress: (addressLine\d|city|postalCode)$/,
  /^PUT user\/update\/\{email\}: (first|middle|last)Name$/,
  /^PUT Applications\/\{id\}\/teaching-address: location\.(addressLine\d|city|postalCode)$/,
  /^PUT Applications\/\{id\}: (firstAid\.provider|statement|recommendation)$/,
  /^(POST checkout|POST payment-requests\/\{requestId\}\/approve): address\.\w+$/,
  /^PUT Drafts\/\{id\}: changes\.\{\}$/,
  /^PUT outside-training: (place|instructorNumber)$/,
  /^(create|update)(Recreational|Training)Log: general\.(dive_title|dive_location)$/,
  /^(create|update)(Recreational|Training)Log: general\.experiences\.\[\]\.(notes|buddies\.\[\]|dive_center)$/,
  /^updatePhotos: photos\.\[\]\.caption$/,
];

/** Compared or looked up, and never shown to another person. */
const noFreeText = [
  /: (.*\.)?(old|new)?password$/i,
  /: (.*\.)?(token|nextToken|ticket|code|uid|credential|sub|clientId|redirectUri|extraData|cardGroupCode)$/,
  /: (email|user[nN]ame|id|logId|kind|group|tag|template|item|stateId|countryId|location\.(stateId|countryId))$/,
  /: (.*\.)?search$|^diveSites: name$|^GET audit: |^GET security-events: /,
  // Written by a browser, a passkey or a course player.
  /: (.*\.)?response\.\{\}$|^POST errors: |: strokes$|: acknowledged$/,
  /^POST v2\/courses\/\{packageId\}\/runtime: cmi\.\{\}$/,
  /: (steps|answers)\.\[\]\.(video|question|answer\.\[\])$/,
  // Compared with stored values or parsed: a phone number, a day, the name of a field or skill.
  /: (phoneNumber|certDate|certificationName|key)$/,
  /: (general\.typed|fields)\.\[\]\.field$|\.dive_skills\.\[\]$/,
  // Part of the specified requests, but not stored.
  /^POST ecardRedemption: (metadata|data\.current_redemption)\./,
  /^POST recipient: preferences\.\[\]\.(key|optInQualifier|optOutReason)$|^POST unsubscribe: sfm_jobid$/,
  // Portal settings that only staff change.
  /^PUT flags\/\{name\}: (name|value|was)$/,
  // An application is sent back as it was read. Values computed by the portal are not stored.
  /^PUT Applications\/\{id\}: (types|applicant|instructor|store|teachingAddress|fee|proofs|requirements)\b/,
  /^PUT Applications\/\{id\}: (reasons|steps|signatures|certificationCards|(created|updated|state)Date)\b/,
];

describe('every text input', () => {
  it('is checked', () => expect(contractInputs.length).toBeGreaterThan(200));

  it('rejects hidden characters unless it is not free text', () => {
    const known = [...checkedOnChange, ...noFreeText];
    expect(unchecked.filter((text) => !known.some((pattern) => pattern.test(text)))).toEqual([]);
  });

  it('is listed here only while it accepts hidden characters', () => {
    const known = [...checkedOnChange, ...noFreeText];
    expect(known.filter((pattern) => !unchecked.some((text) => pattern.test(text)))).toEqual([]);
  });
});
