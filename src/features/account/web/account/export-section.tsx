import { Download } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import type { AccountState, DataExport } from '#features/account/shared/security-contract.ts';
import { toErrorMessageId } from '#features/account/web/error-message-id.ts';
import { isExportRunning, useAccountCache, useExport } from './account-queries.ts';
import { personalDataClient } from '#features/account/web/client.ts';
import { ExportProgress, ExportReady } from './export-state.tsx';
import { SettingsSection } from '#features/account/web/settings-section.tsx';

export function ExportSection({ account }: { account: AccountState }) {
  const { affiliateId, relation } = account;
  const { change } = useAccountCache(affiliateId);
  const { data: latestExport } = useExport(affiliateId, account.export);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<MessageId | null>(null);
  const [failureCount, setFailureCount] = useState(0);
  const [hasStarted, setHasStarted] = useState(false);

  async function run(work: () => Promise<void>): Promise<void> {
    setIsBusy(true);
    setProblem(null);
    setHasStarted(false);
    try {
      await work();
    } catch (error) {
      setProblem(toErrorMessageId(error));
      setFailureCount((count) => count + 1);
    } finally {
      setIsBusy(false);
    }
  }

  const prepare = () =>
    run(async () => {
      const next = await personalDataClient('POST user/{affiliateId}/exports', { params: { affiliateId } });
      change((state) => ({ ...state, export: next }));
    });

  const download = (id: string) =>
    run(async () => {
      const { url } = await personalDataClient('POST user/{affiliateId}/exports/{id}/link', {
        params: { affiliateId, id },
      });
      startDownload(url);
      setHasStarted(true);
    });

  const isMaking = latestExport !== undefined && isExportRunning(latestExport);
  const isReady = latestExport?.state === 'ready';
  const isOwn = relation === 'self';
  const values = { name: <bdi>{account.firstName}</bdi> };
  return (
    <SettingsSection
      title={<FormattedMessage id={isOwn ? 'account.export.title' : 'account.export.title.child'} values={values} />}
      text={<FormattedMessage id={isOwn ? 'account.export.text' : 'account.export.text.child'} values={values} />}
    >
      <Card>
        <FormAlert problem={problem && <FormattedMessage id={problem} />} failureCount={failureCount} />
        {isMaking && <ExportProgress progress={latestExport.progress} />}
        <div aria-live="polite" className="[&:not(:empty)]:mb-4">
          {isReady && <ExportReady dataExport={latestExport} />}
          {latestExport?.state === 'failed' && (
            <p className="text-coral">
              <FormattedMessage id="account.export.failed" />
            </p>
          )}
          {latestExport?.state === 'expired' && (
            <p className="text-ink-2">
              <FormattedMessage id="account.export.expired" />
            </p>
          )}
        </div>
        <output className="block text-sm text-ink-2 [&:not(:empty)]:mb-4">
          {hasStarted && <FormattedMessage id="account.export.started" />}
        </output>
        <div className="flex flex-wrap gap-3">
          {isReady && (
            <Button kind="outlined" isBusy={isBusy} onClick={() => void download(latestExport.id)}>
              <Download size={20} aria-hidden="true" />
              <FormattedMessage id="account.export.download" />
            </Button>
          )}
          {/* The button is always rendered, so it keeps the focus when the state changes. */}
          <Button
            key="prepare"
            kind={isReady ? 'quiet' : 'outlined'}
            isBusy={isBusy || isMaking}
            onClick={() => void prepare()}
          >
            <FormattedMessage id={getPrepareMessageId(latestExport, isOwn)} />
          </Button>
        </div>
      </Card>
    </SettingsSection>
  );
}

/** A separate link starts the download, so an error response doesn't replace the page. */
function startDownload(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

function getPrepareMessageId(latestExport: DataExport | undefined, isOwn: boolean): MessageId {
  if (latestExport?.state === 'failed') return 'account.export.retry';
  if (latestExport !== undefined && !isExportRunning(latestExport)) return 'account.export.again';
  return isOwn ? 'account.export.prepare' : 'account.export.prepare.child';
}
