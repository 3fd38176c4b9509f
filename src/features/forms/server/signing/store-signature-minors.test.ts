import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { drawnStrokes, createFormsFixture, memberNumber, storeNumber } from '#test/support/api/forms-testing.ts';
import { demoAffiliateIds } from '#test/support/api/demo-people-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal();
const forms = createFormsFixture(portal);
const { call, begin, readDraft, change, answerAll, rows, sign, post, contentOf } = forms;

const { ready, records, signatures } = forms.signing();

describe('storeSignature for a minor', () => {
  it('requires the child and the guardian, and notifies the guardian', async () => {
    const id = await ready('minor', { 'medical.q4': 'yes' });
    expect(await sign('minor', id)).toMatchObject({ status: 200, body: { state: 'signing', medicalStatus: null } });
    expect(await forms.notices('guardian')).toMatchObject([
      { kind: 'forms.guardian_wanted', url: `/training/medical-form?id=${id}&for=${demoAffiliateIds.minor}` },
    ]);
    expect((await records()).some((record) => record.id === id)).toBe(false);
    expect(await sign('guardian', id)).toMatchObject({ status: 200, body: { state: 'submitted' } });
    const { signers, diver } = await contentOf(id);
    expect(signers.map(({ role, name }) => [role, name])).toEqual([
      ['diver', 'Ida Okafor'],
      ['guardian', 'Adaeze Okafor'],
    ]);
    expect(diver.isMinor).toBe(true);
    expect((await forms.notices('guardian')).map(({ kind }) => kind)).toContain('forms.signed');
    expect((await forms.notices('minor')).map(({ kind }) => kind)).toEqual(['forms.signed']);
  });

  it('mails a guardian the child, the activity and the dive center', async () => {
    const id = await begin('minor', { packet: 'dsd', storeNumber });
    await answerAll('minor', id);
    await sign('minor', id);
    await rows('delete from mail_outbox');
    await sign('guardian', id);
    const mailTo = async (address: string) =>
      (await rows<{ text: string }>('select text from mail_outbox where to_address = $1', [address])).map(
        ({ text }) => text,
      );
    expect(await mailTo('guardian@demo.test')).toEqual([
      expect.stringContaining('\n\nDiscover Scuba Diving\nDiver: Ida Okafor\nDive center: Kelder Bay Diving\n'),
    ]);
    expect(await mailTo('minor@demo.test')).toEqual([
      expect.stringContaining('\n\nDiscover Scuba Diving\nDive center: Kelder Bay Diving\n'),
    ]);
  });

  it('notifies a guardian who is named as the instructor once', async () => {
    const link = [demoAffiliateIds.minor, demoAffiliateIds.instructor];
    const id = await begin('minor', { packet: 'dsd', memberNumber });
    await answerAll('minor', id);
    await sign('minor', id);
    await rows('insert into guardian_link (affiliate_id, guardian_id) values ($1, $2)', link);
    await sign('guardian', id);
    expect((await forms.notices('instructor')).map(({ kind }) => kind)).toEqual(['forms.signed']);
    await rows('delete from guardian_link where affiliate_id = $1 and guardian_id = $2', link);
  });

  it('lets the child sign on the guardian’s device and records who was signed in', async () => {
    const id = await begin('minor', { packet: 'dsd' });
    await answerAll('minor', id);
    const key = randomUUID();
    const onPhone = { signsAs: 'diver', key, method: 'typed', typedName: 'Ida Okafor', strokes: undefined };
    expect((await sign('guardian', id, { ...onPhone, typedName: 'Adaeze Okafor' })).errors).toEqual([
      'forms.name_differs typedName',
    ]);
    expect((await sign('guardian', id, onPhone)).body.state).toBe('signing');
    // A repeated signature counts once; the guardian's own is still missing.
    expect((await sign('guardian', id, onPhone)).body.state).toBe('signing');
    expect((await readDraft('guardian', id)).signers).toMatchObject([
      { role: 'diver', name: 'Ida Okafor', isYou: false, onPhoneOf: 'Adaeze Okafor' },
      { role: 'guardian', signedDate: null },
    ]);
    expect((await sign('guardian', id)).body.state).toBe('submitted');
    const { signers } = await contentOf(id);
    expect(signers).toMatchObject([
      {
        role: 'diver',
        affiliateId: demoAffiliateIds.minor,
        signedInAs: { affiliateId: demoAffiliateIds.guardian, name: 'Adaeze Okafor' },
      },
      { role: 'guardian', affiliateId: demoAffiliateIds.guardian },
    ]);
    expect(signers[1]?.signedInAs).toBeUndefined();
  });

  it('rejects a child with an account on the guardian’s device, except for Discover Scuba Diving', async () => {
    const id = await ready('minor');
    expect((await readDraft('guardian', id)).canHandOver).toBe(false);
    expect((await sign('guardian', id, { signsAs: 'diver' })).errors).toEqual(['forms.not_a_signer']);
    expect(await signatures(id)).toEqual([]);
    const [{ email } = { email: '' }] = await rows<{ email: string }>(
      'select email from person where affiliate_id = $1',
      [demoAffiliateIds.minor],
    );
    await rows('update person set email = null where affiliate_id = $1', [demoAffiliateIds.minor]);
    const signed = await sign('guardian', id, { signsAs: 'diver' });
    await rows('update person set email = $2 where affiliate_id = $1', [demoAffiliateIds.minor, email]);
    expect(signed.body.state).toBe('signing');
  });

  it('rejects everyone else as the child’s signer', async () => {
    const id = await ready('minor');
    for (const person of ['student', 'instructor', 'store', 'staff'] as const)
      expect([403, 404]).toContain((await sign(person, id, { signsAs: 'diver' })).status);
    expect((await readDraft('guardian', id)).signers.every(({ signedDate }) => signedDate === null)).toBe(true);
  });

  it('accepts the guardian first and notifies the child', async () => {
    const id = await ready('minor');
    expect((await sign('guardian', id)).body.state).toBe('signing');
    expect(await forms.notices('minor')).toMatchObject([
      {
        kind: 'forms.diver_wanted',
        message: expect.stringContaining('Adaeze Okafor signed your medical questionnaire'),
      },
    ]);
    expect((await sign('minor', id)).body.state).toBe('submitted');
  });

  it('submits once when both sign at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await ready('minor');
      const answers = await Promise.all([sign('minor', id), sign('guardian', id)]);
      expect(answers.map(({ status, body }) => [status, body.state]).toSorted()).toEqual([
        [200, 'signing'],
        [200, 'submitted'],
      ]);
      expect((await contentOf(id)).signers).toHaveLength(2);
    }
  });

  it('returns 409 for changes until the signatures are withdrawn', async () => {
    const id = await ready('minor');
    await sign('minor', id);
    const answer = await change('guardian', id, { 'medical.q4': 'yes' });
    expect([answer.status, ...answer.errors]).toEqual([409, 'forms.being_signed']);
    expect((await call('guardian', 'POST', `Drafts/${id}/reopen`)).status).toBe(200);
    expect(await signatures(id)).toEqual([]);
    expect((await change('guardian', id, { 'medical.q4': 'yes' })).status).toBe(200);
  });

  it('accepts one signature per signer, and a repeated one with the same key', async () => {
    const id = await ready('minor');
    const key = randomUUID();
    expect((await sign('minor', id, { key })).body.state).toBe('signing');
    expect((await sign('minor', id, { key })).body.state).toBe('signing');
    const repeated = await sign('minor', id);
    expect([repeated.status, ...repeated.errors]).toEqual([409, 'forms.already_signed']);
    const taken = await sign('guardian', id, { key });
    expect([taken.status, ...taken.errors]).toEqual([400, 'request.invalid key']);
    expect(await signatures(id)).toEqual([{ role: 'diver' }]);
  });

  it('returns 404 to a former guardian', async () => {
    const id = await ready('minor');
    const { revision } = await readDraft('guardian', id);
    await rows('delete from guardian_link where affiliate_id = $1', [demoAffiliateIds.minor]);
    const fields = {
      kind: 'signature',
      documentId: id,
      key: randomUUID(),
      revision,
      locale: 'en-US',
      acknowledged: 'medical',
      method: 'drawn',
      strokes: drawnStrokes,
    };
    expect((await post('guardian', fields)).status).toBe(404);
    await sign('minor', id);
    expect((await readDraft('minor', id)).waitsFor).toBe('guardian_unknown');
    await rows('insert into guardian_link (affiliate_id, guardian_id) values ($1, $2)', [
      demoAffiliateIds.minor,
      demoAffiliateIds.guardian,
    ]);
  });
});

describe('guardian’s signature', () => {
  it('is dropped when the guardian is replaced', async () => {
    const id = await ready('minor');
    await sign('guardian', id);
    await rows('update guardian_link set guardian_id = $2 where affiliate_id = $1', [
      demoAffiliateIds.minor,
      demoAffiliateIds.candidate,
    ]);
    expect((await sign('minor', id)).body.state).toBe('signing');
    expect((await sign('candidate', id)).body.state).toBe('submitted');
    expect((await contentOf(id)).signers.map(({ affiliateId }) => affiliateId)).toEqual([
      demoAffiliateIds.minor,
      demoAffiliateIds.candidate,
    ]);
    await rows('update guardian_link set guardian_id = $2 where affiliate_id = $1', [
      demoAffiliateIds.minor,
      demoAffiliateIds.guardian,
    ]);
  });
});
