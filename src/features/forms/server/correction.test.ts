import { describe, expect, it } from 'vitest';
import { formsOf } from '../../../app/forms-testing.ts';
import { testPortal } from '../../../app/testing.ts';

const forms = formsOf(await testPortal());
const { call, begin, look, change, sign, contentOf } = forms;

describe('a correction', () => {
  it('is a new record that names the old one, and begins with what was said', async () => {
    const first = await forms.submit('diver', {}, { 'medical.q6': 'yes' });
    const id = await begin('diver', { replaces: first });
    const draft = await look('diver', id);
    expect(draft).toMatchObject({ replaces: first, answers: { 'medical.q6': 'yes' } });
    await change('diver', id, { 'medical.q6': 'no' });
    expect((await sign('diver', id)).body.state).toBe('submitted');
    expect(await forms.record('diver', first)).toMatchObject({ replacedBy: id });
    expect(await forms.record('diver', id)).toMatchObject({ replaces: first, replacedBy: null });
    expect((await contentOf(first)).answers['medical.q6']).toBe('yes');
  });

  it('is not made of somebody else’s record, nor of one of another kind', async () => {
    const first = await forms.submit('diver');
    const answer = await call('student', 'POST', 'Drafts', { packet: 'medical', replaces: first });
    expect(answer.status).toBe(404);
    expect((await call('staff', 'POST', 'Drafts', { packet: 'medical', replaces: first })).status).toBe(404);
    expect((await call('diver', 'POST', 'Drafts', { packet: 'course', replaces: first })).status).toBe(404);
  });
});
