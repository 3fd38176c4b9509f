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
/** As the client tells of a call that failed. */
const refusal = (status: number, code: string, path?: string) =>
  Object.assign(new Error(code), {
    status,
    code,
    entries: [{ code, message: code, ...(path !== undefined && { path }) }],
  });

/** The forms in the account, which other devices answer as well. */
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

/** One browser, in which several tabs may have the same forms open. */
function openBrowser(account: ReturnType<typeof openAccount>, canKeep = true) {
  const browser = { kept: {} as Changes, events: new EventTarget() };
  const openTab = () => {
    const events = new EventTarget();
    const autosave = createAnswersAutosave({
      draft: account.read(),
      box: {
        read: () => browser.kept,
        keep(changes) {
          if (canKeep) browser.kept = changes;
          return canKeep;
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

describe('answers', () => {
  it('are sent when it has been quiet, together and only those that changed', async () => {
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

  it('are kept by the browser until the account has them, and sent on return', async () => {
    const account = openAccount();
    account.failure = refusal(0, 'network.failed');
    const { browser, openTab } = openBrowser(account);
    const { autosave } = openTab();
    autosave.set('m.q1', 'no');
    await quiet();
    expect([autosave.get().save.kind, browser.kept]).toEqual(['offline', { 'm.q1': 'no' }]);
    account.failure = null;
    // The tab has died; the next one takes it up.
    const next = openTab().autosave;
    expect(next.get().answers).toEqual({ 'm.q1': 'no' });
    await quiet();
    expect([account.answers, browser.kept]).toEqual([{ 'm.q1': 'no' }, {}]);
  });

  it('go out as soon as the network is back', async () => {
    const account = openAccount();
    account.failure = refusal(0, 'network.failed');
    const { autosave, events } = openBrowser(account).openTab();
    autosave.set('m.q2', 'yes');
    await quiet();
    account.failure = null;
    events.dispatchEvent(new Event('online'));
    await expect(autosave.flush()).resolves.toBe(true);
    expect(account.answers).toEqual({ 'm.q2': 'yes' });
  });

  it('that a no has closed are never sent, and are back when it was a mistake', async () => {
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

  it('to a question that another device has closed are given up, and the rest is sent', async () => {
    const account = openAccount({ 'm.q1': 'yes' });
    const { autosave } = openBrowser(account).openTab();
    account.answer({ 'm.q1': 'no' });
    account.failure = refusal(422, 'forms.hidden_question', 'm.a1');
    autosave.set('m.a1', 'yes');
    autosave.set('m.q5', 'no');
    await vi.advanceTimersByTimeAsync(700);
    account.failure = null;
    expect(autosave.get()).toMatchObject({ loss: 'closed', answers: { 'm.q1': 'no', 'm.q5': 'no' } });
    await quiet();
    expect(account.answers).toEqual({ 'm.q1': 'no', 'm.q5': 'no' });
  });

  it('are given up when somebody has signed meanwhile, and it is said', async () => {
    const account = openAccount({ 'm.q1': 'no' });
    const { browser, openTab } = openBrowser(account);
    const { autosave } = openTab();
    account.failure = refusal(409, 'forms.being_signed');
    autosave.set('m.q1', 'yes');
    await quiet();
    expect(autosave.get()).toMatchObject({ loss: 'signed', answers: { 'm.q1': 'no' } });
    expect(browser.kept).toEqual({});
  });

  it('of forms that are gone are forgotten', async () => {
    const account = openAccount();
    const { browser, openTab } = openBrowser(account);
    const { autosave } = openTab();
    account.failure = refusal(404, 'not_found');
    autosave.set('m.q1', 'yes');
    await quiet();
    expect([autosave.get().isGone, browser.kept]).toEqual([true, {}]);
  });

  it('of another device are shown, and do not replace what is typed here', async () => {
    const account = openAccount();
    account.failure = refusal(0, 'network.failed');
    const { autosave } = openBrowser(account).openTab();
    autosave.set('m.q1', 'no');
    await quiet();
    account.answer({ 'm.q1': 'yes', 'm.q2': 'yes' });
    autosave.meet(account.read());
    expect(autosave.get().answers).toEqual({ 'm.q1': 'no', 'm.q2': 'yes' });
  });

  it.each<
    [string, (one: ReturnType<typeof openAccount>, tab: ReturnType<typeof createAnswersAutosave>) => Promise<unknown>]
  >([
    ['that is looked for', async (account, autosave) => autosave.meet(account.read())],
    ['that comes with what is saved here', (_account, autosave) => autosave.flush()],
  ])('of another device are news to whoever is about to sign: %s', async (_how, hear) => {
    const account = openAccount({ 'm.q2': 'no' });
    const { autosave } = openBrowser(account).openTab();
    autosave.set('m.q1', 'no');
    await autosave.flush();
    autosave.meet(account.read());
    expect(autosave.takeNews()).toBe(false);
    autosave.set('m.q4', 'no');
    account.answer({ 'm.q2': 'yes' });
    await hear(account, autosave);
    expect(autosave.get().answers).toEqual({ 'm.q1': 'no', 'm.q2': 'yes', 'm.q4': 'no' });
    expect([autosave.takeNews(), autosave.takeNews()]).toEqual([true, false]);
  });

  it('of another tab are shown and sent once this one is alone', async () => {
    const account = openAccount();
    account.failure = refusal(0, 'network.failed');
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

  it('are on the screen alone where the browser keeps nothing, and that is said', async () => {
    const account = openAccount();
    account.failure = refusal(0, 'network.failed');
    const { autosave } = openBrowser(account, false).openTab();
    autosave.set('m.q1', 'no');
    await quiet();
    expect(autosave.get()).toMatchObject({ save: { kind: 'unkept' }, answers: { 'm.q1': 'no' } });
  });

  it('that are changed while others are on their way go after them', async () => {
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
