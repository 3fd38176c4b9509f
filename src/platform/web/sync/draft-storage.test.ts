import { expect, it, vi } from 'vitest';
import { stubBrowser } from '#platform/testing/fake-browser.ts';
import { openRecordStore } from '#platform/testing/open-record-store.ts';
import { createDraftStorage } from './draft-storage.ts';
import { parseLegacyField } from './record-store.ts';

it('createDraftStorage takes over a draft of an earlier release until it is written or deleted', async () => {
  const browser = stubBrowser();
  const values = { changes: JSON.stringify({ 'm.q1': 'yes' }) };
  const stored = JSON.stringify({ values, version: 0, at: '2026-05-01T10:42:00.000Z' });
  browser.storage['draft:7:unsent:form:1'] = stored;
  browser.storage['draft:7:unsent:form:2'] = stored.replace('yes', 'no').replace('\\"m.q1\\"', '');
  const open = async (name: string) =>
    createDraftStorage<unknown>(await openRecordStore(browser), name, parseLegacyField('changes'));
  const draft = await open('unsent:form:1');
  expect(draft.read()).toEqual({ 'm.q1': 'yes' });
  expect((await open('unsent:form:2')).read()).toBe(null);
  draft.write({ 'm.q2': 'no' });
  expect((await open('unsent:form:1')).read()).toEqual({ 'm.q2': 'no' });
  draft.delete();
  expect((await open('unsent:form:1')).read()).toBe(null);
  vi.unstubAllGlobals();
});
