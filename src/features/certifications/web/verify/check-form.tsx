import { clsx } from 'clsx';
import { ScanLine } from '#ui/icons/icons.ts';
import { lazy, Suspense, useEffect, useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { whenUsed } from '#platform/web/hooks/when-used.ts';
import { Button } from '#ui/buttons/button.tsx';
import { FieldMessage, controlClass, controlInput } from '#ui/fields/field.tsx';
import { loadCredentials } from './load-credentials.ts';

const loadScanDialog = () => import('./scan-dialog.tsx');
const ScanDialog = lazy(async () => ({ default: (await loadScanDialog()).ScanDialog }));

interface CheckFormProps {
  title: string;
  /** The code entered before. */
  typed: string;
  problem: string | null;
  isBusy: boolean;
  onType: (code: string) => void;
  onScan: (text: string) => void;
}

/** Checks a card by its typed code or a scanned QR code. */
export function CheckForm({ title, typed, problem, isBusy, onType, onScan }: CheckFormProps) {
  const intl = useIntl();
  const [isScanning, setIsScanning] = useState(false);
  useEffect(() => void preloadForOffline().catch(() => undefined), []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim();
    if (code !== '' && !isBusy) onType(code);
  };
  const label = intl.formatMessage({ id: 'certifications.verify.code' });
  const scanLabel = intl.formatMessage({ id: 'certifications.verify.scan' });
  return (
    <section className="mt-8">
      <h2 className="text-md">{title}</h2>
      <form className="mt-2 flex flex-wrap gap-2" onSubmit={submit} noValidate>
        <span className={clsx(controlClass({ state: problem === null ? undefined : 'wrong' }), 'flex-[1_1_220px]')}>
          <input
            className={clsx(controlInput(), 'tracking-[0.05em] tabular-nums placeholder:tracking-normal')}
            key={typed}
            name="code"
            aria-label={label}
            aria-describedby="code-problem"
            aria-invalid={problem === null ? undefined : true}
            placeholder={label}
            defaultValue={typed}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            dir="auto"
          />
        </span>
        <Button kind="outlined" aria-label={scanLabel} onClick={() => setIsScanning(true)}>
          <ScanLine size={20} aria-hidden="true" />
          <span className="only-wide">{scanLabel}</span>
        </Button>
        <Button className="grow" type="submit" isBusy={isBusy}>
          <FormattedMessage id="certifications.verify.check" />
        </Button>
        <div className="basis-full">
          <FieldMessage id="code-problem" state={problem === null ? undefined : 'wrong'}>
            {problem}
          </FieldMessage>
        </div>
      </form>
      {isScanning && (
        <Suspense>
          <ScanDialog
            onClose={() => setIsScanning(false)}
            onCode={(text) => {
              setIsScanning(false);
              onScan(text);
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

/** Preloads everything at the first visit, so the page works offline later. */
async function preloadForOffline(): Promise<void> {
  await whenUsed();
  const { loadQrReader } = await import('./read-qr-code.ts');
  await Promise.all([loadCredentials(), loadScanDialog(), loadQrReader()]);
}
