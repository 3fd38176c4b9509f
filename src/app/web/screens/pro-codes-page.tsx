import { FormattedMessage } from 'react-intl';
import { CodeSheet } from '#features/learning/web/codes/code-sheet.tsx';
import { BackLink } from '#ui/layout/back-link.tsx';
import { PageHead } from '#ui/layout/page.tsx';

/** The codes of a professional or store. */
export function ProCodesPage() {
  return (
    <>
      <PageHead
        back={
          <BackLink to="/pro">
            <FormattedMessage id="shell.nav.pro" />
          </BackLink>
        }
        title={<FormattedMessage id="shell.nav.codes" />}
      />
      <div className="mt-6">
        <CodeSheet />
      </div>
    </>
  );
}
