import { describe, expect, it } from 'vitest';
import type { $ZodType } from 'zod/v4/core';
import { graphqlContracts, restContracts } from '#app/server/contracts.ts';
import { listStringInputs } from './free-text-input-checks.ts';

const inputs: [string, $ZodType | undefined][] = [
  ...restContracts.flatMap(({ calls }) =>
    Object.entries(calls).flatMap(([name, { params, query, body }]) =>
      [params, query, body].map((schema): [string, $ZodType | undefined] => [name, schema]),
    ),
  ),
  ...graphqlContracts.flatMap(({ queries, mutations, subscriptions }) =>
    [queries, mutations, subscriptions].flatMap((fields) =>
      Object.entries(fields).map(([name, { args }]): [string, $ZodType | undefined] => [name, args]),
    ),
  ),
];
const unchecked = inputs.flatMap(([name, schema]) =>
  schema === undefined
    ? []
    : listStringInputs(schema)
        .filter(({ isUnchecked }) => isUnchecked)
        .map(({ path }) => `${name}: ${path}`),
);

/** Stored before the rule, and sent back unchanged: the handler checks them with `assertTexts`. */
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
  /: (email|user[nN]ame|id|logId|kind|tag|template|item|stateId|countryId|location\.(stateId|countryId))$/,
  /: (.*\.)?search$|^diveSites: name$|^GET audit: |^GET security-events: /,
  // What a browser, a passkey or a course player writes.
  /: (.*\.)?response\.\{\}$|^POST errors: |: strokes$|: acknowledged$/,
  /^POST v2\/courses\/\{packageId\}\/runtime: cmi\.\{\}$/,
  /: (steps|answers)\.\[\]\.(video|question|answer\.\[\])$/,
  // Compared with what is stored, or parsed: a phone number, a day, the name of a field or skill.
  /: (phoneNumber|certDate|certificationName|key)$/,
  /: (general\.typed|fields)\.\[\]\.field$|\.dive_skills\.\[\]$/,
  // Not stored: SPEC's calls carry them.
  /^POST ecardRedemption: (metadata|data\.current_redemption)\./,
  /^POST recipient: preferences\.\[\]\.(key|optInQualifier|optOutReason)$|^POST unsubscribe: sfm_jobid$/,
  // Settings of the portal, by staff.
  /^PUT flags\/\{name\}: (name|value|was)$/,
  // An application is given as it was read: what the portal says of it is not stored.
  /^PUT Applications\/\{id\}: (types|applicant|instructor|store|teachingAddress|fee|proofs|requirements)\b/,
  /^PUT Applications\/\{id\}: (reasons|steps|signatures|certificationCards|(created|updated|state)Date)\b/,
];

describe('every text that a call takes', () => {
  it('is looked at', () => expect(inputs.filter(([, schema]) => schema !== undefined).length).toBeGreaterThan(200));

  it('refuses hidden characters, or is no free text', () => {
    const known = [...checkedOnChange, ...noFreeText];
    expect(unchecked.filter((text) => !known.some((pattern) => pattern.test(text)))).toEqual([]);
  });

  it('is listed here only while it needs to be', () => {
    const known = [...checkedOnChange, ...noFreeText];
    expect(known.filter((pattern) => !unchecked.some((text) => pattern.test(text)))).toEqual([]);
  });
});
