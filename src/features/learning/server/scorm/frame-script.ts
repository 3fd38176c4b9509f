import type { FrameConfig, FrameMessage, PortalMessage } from '#features/learning/shared/scorm-frame.ts';

interface ScormApi {
  on(event: string, listener: () => void): void;
  loadFromJSON(json: object, element: string): void;
  renderCommitCMI(isFinal: boolean): { cmi: Record<string, unknown> };
}

/**
 * Runs in the frame page on the content origin. Its source is sent as text, so it must not reference anything outside
 * the function.
 */
export function runScormFrame(): void {
  const config = JSON.parse(document.querySelector('#config')?.textContent ?? '') as FrameConfig;
  const content = document.querySelector('iframe') as HTMLIFrameElement;
  const is2004 = config.version === '2004';
  const names = is2004
    ? { class: 'Scorm2004API', place: 'API_1484_11', set: 'SetValue', commit: 'Commit', finish: 'Terminate' }
    : { class: 'Scorm12API', place: 'API', set: 'LMSSetValue', commit: 'LMSCommit', finish: 'LMSFinish' };
  const globals = globalThis as unknown as Record<string, unknown>;
  /** Values are saved after this delay, even if the package never commits. */
  const quietMs = 1_000;
  let api: ScormApi | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasFinished = false;
  let go: 'next' | 'previous' | null = null;

  const post = (message: FrameMessage) => parent.postMessage(message, config.portal);

  function save(isFinal: boolean): void {
    clearTimeout(timer);
    timer = undefined;
    if (api === null) return;
    const { cmi } = JSON.parse(JSON.stringify(api.renderCommitCMI(true))) as { cmi: Record<string, unknown> };
    post({ kind: 'save', cmi, isFinal });
  }

  function buildInitialModel(stored: Record<string, unknown> | null): Record<string, unknown> {
    const { id, name } = config.learner;
    if (is2004) {
      const isResumed = stored?.['exit'] === 'suspend';
      // An ended attempt starts over; only its total time is preserved.
      const base = isResumed ? stored : { total_time: stored?.['total_time'] };
      const entry = isResumed ? 'resume' : 'ab-initio';
      const session = { exit: '', session_time: '', entry, mode: 'normal', credit: 'credit' };
      return { ...base, ...config.cmi, ...session, learner_id: id, learner_name: name };
    }
    const core = (stored?.['core'] ?? {}) as Record<string, unknown>;
    const entry = stored === null ? 'ab-initio' : core['exit'] === 'suspend' ? 'resume' : '';
    const session = { exit: '', session_time: '', entry, lesson_mode: 'normal', credit: 'credit' };
    return { ...stored, ...config.cmi, core: { ...core, ...session, student_id: id, student_name: name } };
  }

  function makeApi(stored: Record<string, unknown> | null): ScormApi {
    const Api = globals[names.class] as new (settings: object) => ScormApi;
    const created = new Api({ autocommit: false, logLevel: 'NONE' });
    created.loadFromJSON(buildInitialModel(stored), 'cmi');
    return created;
  }

  function begin(stored: Record<string, unknown> | null): void {
    if (config.isAsset) {
      content.addEventListener(
        'load',
        () => {
          const cmi = is2004 ? { completion_status: 'completed' } : { core: { lesson_status: 'completed' } };
          post({ kind: 'save', cmi, isFinal: true });
        },
        { once: true },
      );
    } else {
      try {
        api = makeApi(stored);
      } catch {
        // The stored data model no longer fits the package, so it starts from the beginning.
        api = makeApi(null);
      }
      globals[names.place] = api;
      api.on(names.set, () => {
        timer ??= setTimeout(() => save(hasFinished), quietMs);
      });
      api.on(names.commit, () => save(hasFinished));
      api.on(names.finish, () => {
        hasFinished = true;
        save(true);
        // Deferred, because navigation requests are reported after this event.
        setTimeout(() => post({ kind: 'ended', go }), 0);
      });
      api.on('SequenceNext', () => {
        go = 'next';
      });
      api.on('SequencePrevious', () => {
        go = 'previous';
      });
    }
    content.src = config.href;
  }

  /** Unloads the package before leaving, because many packages report their result only when they are closed. */
  function leave(): void {
    content.addEventListener(
      'load',
      () => {
        if (timer !== undefined) save(hasFinished);
        post({ kind: 'left' });
      },
      { once: true },
    );
    content.src = 'about:blank';
  }

  let hasStarted = false;
  addEventListener('message', ({ origin, source, data }: MessageEvent<PortalMessage>) => {
    if (origin !== config.portal || source !== parent) return;
    if (data.kind === 'leave') leave();
    else if (data.kind === 'begin' && !hasStarted) {
      hasStarted = true;
      begin(data.cmi);
    }
  });
  post({ kind: 'ready' });
}
