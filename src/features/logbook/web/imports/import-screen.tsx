import { useEffect, useEffectEvent, useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSearchParams } from 'react-router';
import { BackLink } from '#ui/layout/back-link.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { importLimits } from '#features/logbook/shared/import-limits.ts';
import { useLogbookUpdates } from '#features/logbook/web/queries.ts';
import { ChooseFiles } from './choose-files.tsx';
import type { CollectedFiles } from './collect-files.ts';
import { FileList } from './file-list.tsx';
import { FirstNumberButton } from './first-number-button.tsx';
import { ImportBar } from './import-bar.tsx';
import { PastImports } from './past-imports.tsx';
import { PreviewList } from './preview-list.tsx';
import { takeDroppedFiles, takeSharedFiles } from './shared-files.ts';
import { useChosenFiles } from './use-chosen-files.ts';
import { usePreview } from './use-preview.ts';

/** Choosing files, their preview, and the start of the import. Nothing is stored before the last step. */
export function ImportScreen() {
  const intl = useIntl();
  const [search] = useSearchParams();
  const [importId] = useState(() => crypto.randomUUID());
  const chosen = useChosenFiles(importId);
  const { files, isReading } = chosen;
  const preview = usePreview(importId, files, isReading);
  useLogbookUpdates();
  useIncomingFiles(chosen.add);
  const hasDives = files.some(({ dives }) => dives.length > 0);
  return (
    <>
      <PageHead
        back={
          <BackLink to="/logbook/list">
            <FormattedMessage id="logbook.title" />
          </BackLink>
        }
        title={<FormattedMessage id="logbook.import.title" />}
        text={<FormattedMessage id="logbook.import.text" />}
        end={<FirstNumberButton />}
      />
      <div className="mt-6 grid grid-cols-1 gap-6">
        {search.get('shared') === 'none' && files.length === 0 && (
          <Callout kind="wait">
            <FormattedMessage id="logbook.import.shared_none" />
          </Callout>
        )}
        <ChooseFiles isSmall={files.length > 0} onFiles={chosen.add} />
        {chosen.isOverLimit && (
          <Callout kind="alert" isLive>
            <FormattedMessage id="logbook.import.too_many" values={{ max: importLimits.files }} />
          </Callout>
        )}
        {chosen.isIncomplete && (
          <Callout kind="alert" isLive>
            <FormattedMessage id="logbook.import.incomplete_drop" />
          </Callout>
        )}
        {isReading && <ReadProgress done={files.filter((file) => !file.isReading).length} total={files.length} />}
        <FileList files={files} onMapping={(position, mapping) => void chosen.remap(position, mapping)} />
        {hasDives && !isReading && (
          <section data-part="preview">
            <QueryView
              query={preview.query}
              skeleton={
                <SkeletonGroup label={intl.formatMessage({ id: 'logbook.list.loading' })} className="grid gap-4">
                  <SkeletonRows count={4} height={72} />
                </SkeletonGroup>
              }
            >
              {() => (
                <>
                  <h2 className="mb-3" aria-live="polite">
                    <FormattedMessage id="logbook.import.found" values={{ count: preview.rows.length }} />
                  </h2>
                  <PreviewList preview={preview} />
                  <ImportBar importId={importId} files={files} preview={preview} />
                </>
              )}
            </QueryView>
          </section>
        )}
        {files.length === 0 && <PastImports />}
      </div>
    </>
  );
}

/** Takes files that were dropped on the logbook or shared from another app. */
function useIncomingFiles(add: (chosen: CollectedFiles) => void): void {
  const take = useEffectEvent(async () => {
    const { files: dropped, isIncomplete } = takeDroppedFiles();
    const files = [...dropped, ...(await takeSharedFiles().catch(() => []))];
    if (files.length > 0 || isIncomplete) add({ files, isIncomplete });
    // Phones can share files with the app only while this worker answers for it.
    if (!import.meta.env.DEV && 'serviceWorker' in navigator)
      await navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
  });
  useEffect(() => void take(), []);
}

function ReadProgress({ done, total }: { done: number; total: number }) {
  const id = useId();
  return (
    <div className="grid gap-2">
      <p id={id} className="num text-sm text-ink-2" aria-live="polite">
        <FormattedMessage id="logbook.import.reading" values={{ done, total }} />
      </p>
      <ProgressBar percent={Math.round((done / total) * 100)} labelledBy={id} />
    </div>
  );
}
