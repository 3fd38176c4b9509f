import './verify.css';
import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useLocation, useNavigate } from 'react-router';
import { ApiError } from '../../../../platform/web/client.ts';
import { messageOfFailure } from '../../../../platform/web/failure.ts';
import { CardDrawing } from '../../../../ui/drawings/card-drawing.tsx';
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton.tsx';
import { readCode } from '../../shared/card-code.ts';
import { credentialIn, type Checked } from './check-card.ts';
import { CheckForm } from './check-form.tsx';
import { Columns } from './columns.tsx';
import { Advice, Reason, SplitCard } from './not-valid.tsx';
import { findByCode, useChecked } from './queries.ts';
import { PhotoHint, SignedCard, SignedFacts } from './signed-card.tsx';
import { VerdictHead } from './verdict-head.tsx';

/** A code that was typed and led nowhere: unknown, or not asked for because there is no network. */
interface Typed {
  code: string;
  failure: 'unknown' | string;
  at: string;
}

/** Open to all. The card is in the address, behind the `#`: it never reaches a server. */
export function VerifyScreen() {
  const intl = useIntl();
  const navigate = useNavigate();
  const { hash, key } = useLocation();
  const credential = hash.length > 1 ? hash.slice(1) : null;
  const [typed, setTyped] = useState<(Typed & { key: string }) | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  // What was typed is over when another card is opened.
  const failed = typed?.key === key ? typed : null;

  const show = (text: string) => void navigate({ hash: `#${credentialIn(text)}` });
  const check = async (code: string) => {
    if (code.includes('#')) return show(code);
    const fail = (failure: string) => setTyped({ code, failure, at: new Date().toISOString(), key });
    const known = readCode(code);
    if (known === null) return fail('unknown');
    setIsBusy(true);
    try {
      show(await findByCode(known));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      fail(error.status === 404 || error.status === 400 ? 'unknown' : messageOfFailure(error));
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
        failed === null || isUnknown
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
    <div className="verify">
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
    <div className="welcome">
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
      <Columns start={<SplitCard />}>
        <Reason
          id="unknown"
          code={
            <b className="num whitespace-nowrap">
              <bdi dir="ltr">{readCode(code) ?? code.slice(0, 40)}</bdi>
            </b>
          }
        />
        <Advice isTyped />
        {form}
      </Columns>
    </>
  );
}

function CardCheck({ credential, form }: { credential: string; form: ReactNode }) {
  const intl = useIntl();
  const { data: checked } = useChecked(credential);
  if (checked === undefined)
    return (
      <SkeletonGroup label={intl.formatMessage({ id: 'certifications.verify.checking' })}>
        <Skeleton height={80} width="min(24rem, 100%)" />
        <Columns start={<Skeleton height={300} />}>
          <Skeleton height={300} />
        </Columns>
      </SkeletonGroup>
    );
  const { at, keptAt } = checked;
  return (
    <>
      <VerdictHead isValid={checked.state === 'valid'} title={titleOf(checked)} at={at} keptAt={keptAt} />
      <Verdict credential={credential} checked={checked} form={form} />
    </>
  );
}

function titleOf({ state }: Checked): string {
  if (state === 'valid') return 'certifications.verify.valid';
  return state === 'no_lists' ? 'certifications.verify.not_checked' : 'certifications.verify.not_valid';
}

function Verdict({ credential, checked, form }: { credential: string; checked: Checked; form: ReactNode }) {
  const hasPhoto = checked.keptAt === null;
  if (checked.state === 'valid')
    return (
      <Columns start={<SignedCard {...{ credential, hasPhoto }} card={checked.card} isRevoked={false} />}>
        <SignedFacts card={checked.card}>
          <PhotoHint {...{ credential, hasPhoto }} />
        </SignedFacts>
        {form}
      </Columns>
    );
  if (checked.state === 'revoked')
    return (
      <Columns start={<SignedCard credential={credential} card={checked.card} hasPhoto={false} isRevoked />}>
        <Reason id="revoked" />
        <SignedFacts card={checked.card} />
        {form}
      </Columns>
    );
  const isOld = checked.state === 'foreign' && checked.keptAt !== null;
  return (
    <Columns start={<SplitCard />}>
      <Reason id={isOld ? 'foreign_by_copy' : checked.state} />
      {checked.state !== 'no_lists' && <Advice isTyped={false} />}
      {form}
    </Columns>
  );
}
