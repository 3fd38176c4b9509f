import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useLocation, useNavigate } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { getErrorMessageId } from '#platform/web/client/api-errors.ts';
import { CardDrawing } from '#ui/drawings/card-drawing.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { parseCardCode } from '#features/certifications/shared/card-code.ts';
import { extractCredential, type CheckResult } from './check-card.ts';
import { CheckForm } from './check-form.tsx';
import { VerifyColumns } from './verify-columns.tsx';
import { InvalidAdvice, InvalidReason, SplitCard } from './invalid-card.tsx';
import { findCredentialByCode, useCardCheck } from './queries.ts';
import { PhotoHint, SignedCard, SignedFacts } from './signed-card.tsx';
import { VerdictHead } from './verdict-head.tsx';

/** A typed code that failed: unknown, or not checked without a network. */
interface FailedCode {
  code: string;
  failure: 'unknown' | MessageId;
  at: string;
}

/** Public page. The card is in the URL fragment, so it never reaches a server. */
export function VerifyScreen() {
  const intl = useIntl();
  const navigate = useNavigate();
  const { hash, key } = useLocation();
  const credential = hash.length > 1 ? hash.slice(1) : null;
  const [typed, setTyped] = useState<(FailedCode & { key: string }) | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  // The typed code no longer applies when another card is opened.
  const failed = typed?.key === key ? typed : null;

  const show = (text: string) => void navigate({ hash: `#${extractCredential(text)}` });
  const check = async (code: string) => {
    if (code.includes('#')) return show(code);
    const fail = (failure: 'unknown' | MessageId) => setTyped({ code, failure, at: new Date().toISOString(), key });
    const known = parseCardCode(code);
    if (known === null) return fail('unknown');
    setIsBusy(true);
    try {
      show(await findCredentialByCode(known));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      fail(error.status === 404 || error.status === 400 ? 'unknown' : getErrorMessageId(error));
    } finally {
      setIsBusy(false);
    }
  };

  const isUnknown = failed?.failure === 'unknown';
  const form = (
    <CheckForm
      title={intl.formatMessage({ id: `certifications.verify.${credential || isUnknown ? 'another' : 'how'}` })}
      typed={failed?.code ?? ''}
      problem={
        failed === null || failed.failure === 'unknown'
          ? null
          : intl.formatMessage({
              id:
                failed.failure === 'error.network.failed' ? 'certifications.verify.code_needs_network' : failed.failure,
            })
      }
      isBusy={isBusy}
      onType={(code) => void check(code)}
      onScan={show}
    />
  );
  return (
    <div className="max-w-240 mx-auto">
      {failed !== null && isUnknown ? (
        <UnknownCode code={failed.code} at={failed.at} form={form} />
      ) : credential === null ? (
        <Welcome form={form} />
      ) : (
        <CardCheck credential={credential} form={form} />
      )}
    </div>
  );
}

function Welcome({ form }: { form: ReactNode }) {
  return (
    <div className="max-w-120 mx-auto">
      <CardDrawing width={160} />
      <h1 className="mt-6" tabIndex={-1} data-page-title="">
        <FormattedMessage id="shell.page.verify" />
      </h1>
      <p className="mt-2 text-ink-2">
        <FormattedMessage id="certifications.verify.text" />
      </p>
      {form}
    </div>
  );
}

function UnknownCode({ code, at, form }: { code: string; at: string; form: ReactNode }) {
  return (
    <>
      <VerdictHead isValid={false} title="certifications.verify.not_confirmed" at={at} />
      <VerifyColumns start={<SplitCard />}>
        <InvalidReason
          id="unknown"
          code={
            <b className="num whitespace-nowrap">
              <bdi dir="ltr">{parseCardCode(code) ?? code.slice(0, 40)}</bdi>
            </b>
          }
        />
        <InvalidAdvice isTyped />
        {form}
      </VerifyColumns>
    </>
  );
}

function CardCheck({ credential, form }: { credential: string; form: ReactNode }) {
  const intl = useIntl();
  const { data: checked } = useCardCheck(credential);
  if (checked === undefined)
    return (
      <SkeletonGroup label={intl.formatMessage({ id: 'certifications.verify.checking' })}>
        <Skeleton height={80} width="min(24rem, 100%)" />
        <VerifyColumns start={<Skeleton height={300} />}>
          <Skeleton height={300} />
        </VerifyColumns>
      </SkeletonGroup>
    );
  const { at, cachedAt } = checked;
  return (
    <>
      <VerdictHead isValid={checked.state === 'valid'} title={getTitleId(checked)} at={at} cachedAt={cachedAt} />
      <Verdict credential={credential} checked={checked} form={form} />
    </>
  );
}

function getTitleId({ state }: CheckResult): MessageId {
  if (state === 'valid') return 'certifications.verify.valid';
  return state === 'no_lists' ? 'certifications.verify.not_checked' : 'certifications.verify.not_valid';
}

function Verdict({ credential, checked, form }: { credential: string; checked: CheckResult; form: ReactNode }) {
  const hasPhoto = checked.cachedAt === null;
  if (checked.state === 'valid')
    return (
      <VerifyColumns start={<SignedCard {...{ credential, hasPhoto }} card={checked.card} isRevoked={false} />}>
        <SignedFacts card={checked.card}>
          <PhotoHint {...{ credential, hasPhoto }} />
        </SignedFacts>
        {form}
      </VerifyColumns>
    );
  if (checked.state === 'revoked')
    return (
      <VerifyColumns start={<SignedCard credential={credential} card={checked.card} hasPhoto={false} isRevoked />}>
        <InvalidReason id="revoked" />
        <SignedFacts card={checked.card} />
        {form}
      </VerifyColumns>
    );
  const isOld = checked.state === 'foreign' && checked.cachedAt !== null;
  return (
    <VerifyColumns start={<SplitCard />}>
      <InvalidReason id={isOld ? 'foreign_by_copy' : checked.state} />
      {checked.state !== 'no_lists' && <InvalidAdvice isTyped={false} />}
      {form}
    </VerifyColumns>
  );
}
