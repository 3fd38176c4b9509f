import { describe, expect, it, onTestFinished } from 'vitest';
import { demoAffiliateIds } from '#test/support/api/demo-people-testing.ts';
import { createFormsFixture } from '#test/support/api/forms-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { formChannel } from './events.ts';

const portal = await testPortal();
const forms = createFormsFixture(portal);
const { call, sign } = forms;
const { ready } = forms.signing();

/** Collects the events of the child, the guardian and a stranger, as `person id`. */
function collectEvents(): string[] {
  const received: string[] = [];
  for (const name of ['minor', 'guardian', 'student'] as const)
    onTestFinished(
      portal.services.pubsub.on(formChannel(demoAffiliateIds[name]), (change) =>
        received.push(`${name} ${(change as { id: string }).id}`),
      ),
    );
  return received;
}

describe('publishFormChange', () => {
  it('tells the child when the guardian withdraws the signatures', async () => {
    const id = await ready('minor');
    const received = collectEvents();
    await sign('minor', id);
    expect((await call('guardian', 'POST', `Drafts/${id}/reopen`)).status).toBe(200);
    await expect.poll(() => received).toEqual([`guardian ${id}`, `minor ${id}`]);
  });

  it('tells the guardian when the child signs, deletes and restores', async () => {
    const id = await ready('minor');
    const received = collectEvents();
    await sign('minor', id);
    await expect.poll(() => received).toEqual([`guardian ${id}`]);
    await call('minor', 'DELETE', `Drafts/${id}`);
    await expect.poll(() => received).toHaveLength(2);
    await call('minor', 'POST', `Drafts/${id}/restore`);
    await expect.poll(() => received).toEqual(Array.from({ length: 3 }, () => `guardian ${id}`));
  });

  it('tells the child when the guardian’s signature submits the forms', async () => {
    const id = await ready('minor');
    const received = collectEvents();
    await sign('minor', id);
    expect((await sign('guardian', id)).body.state).toBe('submitted');
    await expect.poll(() => received).toEqual([`guardian ${id}`, `minor ${id}`]);
  });

  it('sends nothing for a rejected request', async () => {
    const id = await ready('minor');
    const received = collectEvents();
    await sign('minor', id);
    expect((await call('student', 'POST', `Drafts/${id}/reopen`)).status).toBe(404);
    expect((await call('guardian', 'POST', `Drafts/${id}/reopen`)).status).toBe(200);
    await expect.poll(() => received).toEqual([`guardian ${id}`, `minor ${id}`]);
  });
});
