import { X } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { BackLink } from '#ui/layout/back-link.tsx';
import { joinFacts } from '#platform/web/i18n/join-facts.ts';
import { PageHead } from '#ui/layout/page.tsx';
import { TaskBar } from '#ui/layout/task-bar.tsx';
import type { Draft } from '#features/forms/shared/contract.ts';
import { useOpenForms, getOwnerValues } from './form-context.ts';
import { AnswersSaveStatus } from './answers-save-status.tsx';
import { formsPath } from '#features/forms/web/queries.ts';
import { TaskHead } from '#ui/layout/task-bar.tsx';
import { iconButtonClass } from '#ui/buttons/icon-button.tsx';

/** A single form uses its own title, several use the packet's name. */
const draftTitle = ({ forms, name }: Draft) => (forms.length === 1 ? (forms[0]?.title ?? name) : name);

const listPath = ({ isOwn, affiliateId }: Draft) => (isOwn ? formsPath : `${formsPath}?for=${affiliateId}`);

export function FormTaskBar({ language }: { language: ReactNode }) {
  const intl = useIntl();
  const { draft } = useOpenForms();
  return (
    <TaskBar
      close={
        <Link
          className={iconButtonClass()}
          to={listPath(draft)}
          aria-label={intl.formatMessage({ id: 'forms.fill.close' })}
        >
          <X size={24} aria-hidden="true" />
        </Link>
      }
      title={draftTitle(draft)}
      state={<AnswersSaveStatus hasName />}
      end={language}
    />
  );
}

/** Only the first step shows the full header on a phone. */
export function FormHeader({ isFirst, otherCenter }: { isFirst: boolean; otherCenter: ReactNode }) {
  const { draft } = useOpenForms();
  const { isOwn, diverName, age, storeName, memberName, name } = draft;
  const title = draftTitle(draft);
  const about = joinFacts(name !== title && name, storeName, memberName);
  const whose = isOwn ? 'you' : 'other';
  return (
    <TaskHead className={isFirst ? 'mb-5' : 'lg:mb-5'}>
      <PageHead
        back={
          <BackLink to={listPath(draft)} className="mb-3 only-wide">
            <FormattedMessage id="shell.nav.forms" />
          </BackLink>
        }
        title={title}
        text={
          <span className="only-wide">
            <FormattedMessage
              id="forms.fill.about"
              values={{
                whose,
                name: <bdi>{diverName}</bdi>,
                age,
                about: <bdi>{about}</bdi>,
                hasAbout: about === '' ? 'no' : 'yes',
              }}
            />
          </span>
        }
        end={
          <div className="only-wide">
            <AnswersSaveStatus />
          </div>
        }
      />
      {otherCenter !== null && <div className={isFirst ? '' : 'only-wide'}>{otherCenter}</div>}
      {isFirst && (
        <p className="only-phone text-sm text-ink-2">
          <PrivacyNote />
        </p>
      )}
    </TaskHead>
  );
}

/** Names those who can read the form and says that readings are logged. */
export function PrivacyNote() {
  const intl = useIntl();
  const { draft } = useOpenForms();
  const { isOwn, diverName, readers, signers } = draft;
  // A person the child invites becomes a guardian and can read the answers.
  const isGuardianUnknown = signers.some(({ role, name }) => role === 'guardian' && name === null);
  const own = isOwn ? diverName : signers.find(({ isYou }) => isYou)?.name;
  // A guardian and a child may have the same name.
  const ownIndex = readers.findIndex((reader) => reader === own);
  const all = [
    intl.formatMessage({ id: 'forms.fill.privacy_you' }),
    ...(isGuardianUnknown ? [intl.formatMessage({ id: 'forms.fill.privacy_guardian' })] : []),
    ...readers.filter((_reader, index) => index !== ownIndex),
    intl.formatMessage({ id: 'forms.fill.privacy_physician' }),
  ];
  return (
    <FormattedMessage id="forms.fill.privacy" values={{ ...getOwnerValues(draft), readers: intl.formatList(all) }} />
  );
}
