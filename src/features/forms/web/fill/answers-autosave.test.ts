import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answers } from '#features/forms/shared/contract.ts';
import { mergeAnswers, type Changes } from './answers.ts';
import { createAnswersAutosave } from './answers-autosave.ts';
import { questionnaire } from './questionnaire-testing.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-15T10:42:00Z') });
  return () => vi.useRealTimers();
});

const forms = [questionnaire];
/** An error as the API client throws it. */
const apiError = (status: number, code: string, path?: string) =>
  Object.assign(new Error(code), {
    status,
    code,
    entries: [{ code, message: code, ...(path !== undefined && { path }) }],
  });

/** The draft on the server, which other devices change as well. */
function openAccount(answers: Answers = {}) {
  const account = {
    answers,
    revision: 1,
    state: 'filling' as 'filling' | 'signing',
    failure: null as Error | null,
    calls: [] as Changes[],
    answer(changes: Changes) {
      account.answers = mergeAnswers(forms, account.answers, changes);
      account.revision += 1;
    },
    read: () => ({ forms, answers: account.answers, revision: account.revision, state: account.state }),
  };
  return account;
}

/** A browser with several tabs that have the same draft open. */
function openBrowser(account: ReturnType<typeof openAccount>, canStore = true) {
  const browser = { stored: {} as Changes, events: new EventTarget() };
  const openTab = () => {
    const events = new EventTarget();
    const autosave = createAnswersAutosave({
      draft: account.read(),
      storage: {
        read: () => browser.stored,
        write(changes) {
          if (canStore) browser.stored = changes;
          return canStore;
        },
        delete: () => void (browser.stored = {}),
        subscribe(listener) {
          events.addEventListener('storage', listener);
          return () => events.removeEventListener('storage', listener);
        },
      },
      async put(changes) {
        account.calls.push(changes);
        if (account.failure !== null) throw account.failure;
        account.answer(changes);
        return { revision: account.revision, savedDate: new Date().toISOString(), answers: account.answers };
      },
      async fetch() {
        return account.read();
      },
      browser: events,
    });
    autosave.start();
    return { autosave, events };
  };
  return { browser, openTab };
}

const quiet = () => vi.advanceTimersByTimeAsync(1_000);

describe('createAnswersAutosave', () => {
  it('sends the changed answers together after a pause', async () => {
    const account = openAccount({ 'm.q5': 'no' });
    const { autosave } = openBrowser(account).openTab();
    autosave.set('m.q1', 'yes');
    autosave.set('m.a1', 'no');
    expect(autosave.get()).toMatchObject({ save: { kind: 'kept' }, answers: { 'm.a1': 'no', 'm.q5': 'no' } });
    await quiet();
    expect(account.calls).toEqual([{ 'm.q1': 'yes', 'm.a1': 'no' }]);
    expect(autosave.get().save).toEqual({ kind: 'saved', at: new Date('2026-11-15T10:42:00.700Z') });
    await quiet();
    expect(account.calls).toHaveLength(1);
  });

  it('stores answers in the browser until the server has them, and sends them after a reload', async () => {
    const account = openAccount();
    account.failure = apiError(0, 'network.failed');
    const { browser, openTab } = openBrowser(account);
    const { autosave } = openTab();
    autosave.set('m.q1', 'no');
    await quiet();
    expect([autosave.get().save.kind, browser.stored]).toEqual(['offline', { 'm.q1': 'no' }]);
    account.failure = null;
    // The tab was closed; the next one resumes.
    const next = openTab().autosave;
    expect(next.get().answers).toEqual({ 'm.q1': 'no' });
    await quiet();
    expect([account.answers, browser.stored]).toEqual([{ 'm.q1': 'no' }, {}]);
  });

  it('sends answers as soon as the network is back', async () => {
    const account = openAccount();
    account.failure = apiError(0, 'network.failed');
    const { autosave, events } = openBrowser(account).openTab();
    autosave.set('m.q2', 'yes');
    await quiet();
    account.failure = null;
    events.dispatchEvent(new Event('online'));
    await expect(autosave.flush()).resolves.toBe(true);
    expect(account.answers).toEqual({ 'm.q2': 'yes' });
  });

  it('does not send answers in a closed box, and restores them when it opens again', async () => {
    const account = openAccount({ 'm.q1': 'yes', 'm.a1': 'yes' });
    const { autosave } = openBrowser(account).openTab();
    autosave.set('m.a2', 'no');
    autosave.set('m.q1', 'no');
    expect(autosave.get().answers).toEqual({ 'm.q1': 'no' });
    await quiet();
    expect(account.calls).toEqual([{ 'm.q1': 'no' }]);
    autosave.set('m.q1', 'yes');
    await quiet();
    expect(account.answers).toEqual({ 'm.q1': 'yes', 'm.a1': 'yes', 'm.a2': 'no' });
  });

  it('drops the answer to a question that another device closed, and sends the rest', async () => {
    const account = openAccount({ 'm.q1': 'yes' });
    const { autosave } = openBrowser(account).openTab();
    account.answer({ 'm.q1': 'no' });
    account.failure = apiError(422, 'forms.hidden_question', 'm.a1');
    autosave.set('m.a1', 'yes');
    autosave.set('m.q5', 'no');
    await vi.advanceTimersByTimeAsync(700);
    account.failure = null;
    expect(autosave.get()).toMatchObject({ loss: 'closed', answers: { 'm.q1': 'no', 'm.q5': 'no' } });
    await quiet();
    expect(account.answers).toEqual({ 'm.q1': 'no', 'm.q5': 'no' });
  });

  it('drops answers and reports it when the draft was signed in the meantime', async () => {
    const account = openAccount({ 'm.q1': 'no' });
    const { browser, openTab } = openBrowser(account);
    const { autosave } = openTab();
    account.failure = apiError(409, 'forms.being_signed');
    autosave.set('m.q1', 'yes');
    await quiet();
    expect(autosave.get()).toMatchObject({ loss: 'signed', answers: { 'm.q1': 'no' } });
    expect(browser.stored).toEqual({});
  });

  it('discards answers of a deleted draft', async () => {
    const account = openAccount();
    const { browser, openTab } = openBrowser(account);
    const { autosave } = openTab();
    account.failure = apiError(404, 'not_found');
    autosave.set('m.q1', 'yes');
    await quiet();
    expect([autosave.get().isGone, browser.stored]).toEqual([true, {}]);
  });

  it('shows answers of another device without replacing local changes', async () => {
    const account = openAccount();
    account.failure = apiError(0, 'network.failed');
    const { autosave } = openBrowser(account).openTab();
    autosave.set('m.q1', 'no');
    await quiet();
    account.answer({ 'm.q1': 'yes', 'm.q2': 'yes' });
    autosave.merge(account.read());
    expect(autosave.get().answers).toEqual({ 'm.q1': 'no', 'm.q2': 'yes' });
  });

  it.each<
    [
      string,
      (account: ReturnType<typeof openAccount>, tab: ReturnType<typeof createAnswersAutosave>) => Promise<unknown>,
    ]
  >([
    ['fetched', async (account, autosave) => autosave.merge(account.read())],
    ['returned by a save', (_account, autosave) => autosave.flush()],
  ])('reports answers of another device before signing: %s', async (_how, update) => {
    const account = openAccount({ 'm.q2': 'no' });
    const { autosave } = openBrowser(account).openTab();
    autosave.set('m.q1', 'no');
    await autosave.flush();
    autosave.merge(account.read());
    expect(autosave.takeUpdates()).toBe(false);
    autosave.set('m.q4', 'no');
    account.answer({ 'm.q2': 'yes' });
    await update(account, autosave);
    expect(autosave.get().answers).toEqual({ 'm.q1': 'no', 'm.q2': 'yes', 'm.q4': 'no' });
    expect([autosave.takeUpdates(), autosave.takeUpdates()]).toEqual([true, false]);
  });

  it('shows and sends the answers of another tab', async () => {
    const account = openAccount();
    account.failure = apiError(0, 'network.failed');
    const { openTab } = openBrowser(account);
    const first = openTab();
    const second = openTab();
    first.autosave.set('m.q4', 'yes');
    second.events.dispatchEvent(new Event('storage'));
    expect(second.autosave.get().answers).toEqual({ 'm.q4': 'yes' });
    second.autosave.set('m.q5', 'no');
    expect(second.autosave.get().answers).toEqual({ 'm.q4': 'yes', 'm.q5': 'no' });
    account.failure = null;
    await expect(second.autosave.flush()).resolves.toBe(true);
    expect(account.answers).toEqual({ 'm.q4': 'yes', 'm.q5': 'no' });
  });

  it('reports when the browser cannot store answers', async () => {
    const account = openAccount();
    account.failure = apiError(0, 'network.failed');
    const { autosave } = openBrowser(account, false).openTab();
    autosave.set('m.q1', 'no');
    await quiet();
    expect(autosave.get()).toMatchObject({ save: { kind: 'unkept' }, answers: { 'm.q1': 'no' } });
  });

  it('sends a change made during a request afterwards', async () => {
    const account = openAccount();
    const { autosave } = openBrowser(account).openTab();
    autosave.set('m.q1', 'yes');
    const sent = autosave.flush();
    autosave.set('m.q1', 'no');
    await sent;
    await quiet();
    expect([account.calls, account.answers]).toEqual([[{ 'm.q1': 'yes' }, { 'm.q1': 'no' }], { 'm.q1': 'no' }]);
  });
});
