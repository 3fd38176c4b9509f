import { useEffect, useId, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { FloatBar } from '#ui/layout/float-bar.tsx';
import { refreshLogbook } from '#features/logbook/web/queries.ts';
import { isChosen, listChoices } from './preview-rows.ts';
import { sendImport } from './send-import.ts';
import { holdFiles, releaseFiles } from './shared-files.ts';
import type { ChosenFile } from './use-chosen-files.ts';
import type { usePreview } from './use-preview.ts';

interface ImportBarProps {
  importId: string;
  files: readonly ChosenFile[];
  preview: ReturnType<typeof usePreview>;
}

/** Uploads the files and starts the import. A failed upload continues where it stopped. */
export function ImportBar({ importId, files, preview }: ImportBarProps) {
  const intl = useIntl();
  const navigate = useNavigate();
  const progressId = useId();
  const abort = useRef<AbortController>(null);
  const uploaded = useRef(new Set<number>());
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { rows, choices, starts } = preview;
  const count = rows.filter((row) => isChosen(row, choices)).length;
  const isSending = progress !== null;

  useEffect(() => {
    if (!isSending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isSending]);
  useEffect(() => () => abort.current?.abort(), []);

  async function send(): Promise<void> {
    abort.current = new AbortController();
    setProblem(null);
    setProgress({ done: 0, total: 1 });
    try {
      // Without storage, a reload during the upload loses the files.
      await holdFiles(files.filter(({ dives }) => dives.length > 0).map(({ file }) => file)).catch(() => undefined);
      const request = { importId, files, choices: listChoices(rows, choices, starts) };
      await sendImport(request, uploaded.current, abort.current.signal, (done, total) => setProgress({ done, total }));
      await releaseFiles().catch(() => undefined);
      refreshLogbook();
      await navigate(`/logbook/import/${importId}`, { replace: true });
    } catch (error) {
      if (!abort.current.signal.aborted) setProblem(formatErrorMessage(intl, error));
    }
    setProgress(null);
  }

  return (
    <FloatBar isEmpty={false} className="mt-5">
      {problem !== null && (
        <div className="w-full">
          <Callout kind="alert" isLive>
            {problem}
          </Callout>
        </div>
      )}
      {progress !== null && (
        <div className="grid w-full gap-2">
          <span id={progressId} className="num text-sm" aria-live="polite">
            <FormattedMessage
              id="logbook.import.uploading"
              values={{ done: Math.floor(progress.done), total: progress.total }}
            />
          </span>
          <ProgressBar percent={Math.round((progress.done / progress.total) * 100)} labelledBy={progressId} />
        </div>
      )}
      <span className="num me-auto text-sm text-ink-2" aria-live="polite">
        <FormattedMessage id="logbook.import.selected" values={{ count, total: rows.length }} />
      </span>
      <Button
        size="lg"
        isBusy={isSending || count === 0 || preview.query.isPlaceholderData}
        onClick={() => void send()}
      >
        <FormattedMessage
          id={problem === null ? 'logbook.import.submit' : 'logbook.form.failed.again'}
          values={{ count }}
        />
      </Button>
    </FloatBar>
  );
}
