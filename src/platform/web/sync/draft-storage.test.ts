import { expect, it, vi } from 'vitest';
import { stubBrowser } from '#platform/testing/fake-browser.ts';
import { openRecordStore } from '#platform/testing/open-record-store.ts';
import { createDraftStorage } from './draft-storage.ts';

it('createDraftStorage stores a draft until it is deleted', async () => {
  const browser = stubBrowser();
  const open = async () => createDraftStorage<unknown>(await openRecordStore(browser), 'unsent:form:1');
  const draft = await open();
  expect(draft.read()).toBe(null);
  draft.write({ 'm.q2': 'no' });
  expect((await open()).read()).toEqual({ 'm.q2': 'no' });
  draft.delete();
  expect((await open()).read()).toBe(null);
  vi.unstubAllGlobals();
});
