import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { SentenceSpace } from '#platform/web/i18n/sentence-space.tsx';
import { boot } from '#platform/web/session/boot.ts';
import { useForm } from '#platform/web/hooks/use-form.ts';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Card } from '#ui/layout/card.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { SaveIndicator } from '#ui/feedback/save-indicator.tsx';
import { Select } from '#ui/fields/select.tsx';
import { type Choices, takesEffectWithinHours, toEmailLanguage } from '#features/preferences/shared/rules.ts';
import { findChangedSubjects, type SavedChoices, usePreferenceEdits } from './use-preference-edits.ts';
import { NewsletterChoice } from './newsletter-choice.tsx';
import { useEmailLanguages } from './queries.ts';
import { StaleNotice } from './stale-notice.tsx';

interface PreferenceFormProps {
  saved: SavedChoices;
  save: (choices: Choices, version: number) => Promise<void>;
  /** Loads the state that another page has saved. */
  reload: () => void;
  onSaved: () => void;
  /** Stores unsaved changes in this browser under this name. */
  draftName?: string;
  /** Another button is the primary action. */
  isSecondary?: boolean;
}

/** Another page has saved since this one was loaded, or has stored the first choice. */
const conflictCodes = new Set(['preferences.stale', 'preferences.exists']);

export function PreferenceForm({ saved, save, reload, onSaved, draftName, isSecondary = false }: PreferenceFormProps) {
  const intl = useIntl();
  const { data: languages = [] } = useEmailLanguages();
  const { choices, version, isDirty, change, drop } = usePreferenceEdits(saved, draftName);
  const [isConflict, setIsConflict] = useState(false);
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const { form, formProblem, failureCount, isBusy } = useForm({
    check: () => ({}),
    send: async () => {
      await save(choices, isConflict ? saved.version : version);
      drop();
      setIsConflict(false);
      setSavedAt(new Date());
      onSaved();
    },
    onFailure: (error) => {
      const isStale = conflictCodes.has(error.code);
      setIsConflict(isStale);
      if (!isStale) return false;
      // The unsaved changes stay visible next to the saved state.
      change(choices);
      reload();
      return true;
    },
  });
  const discardChanges = () => {
    drop();
    setIsConflict(false);
  };
  const choose = (next: Partial<Choices>) => {
    setSavedAt(null);
    change(next);
  };
  const { brand } = boot;
  return (
    <form {...form}>
      <FormAlert
        failureCount={failureCount}
        problem={
          formProblem !== null && (
            <>
              <b>
                <FormattedMessage id="preferences.failed" />
              </b>
              <SentenceSpace />
              {formProblem === 'GeneralError' ? (
                <FormattedMessage id="preferences.failed.kept" />
              ) : (
                <FormattedMessage id={formProblem} />
              )}
            </>
          )
        }
      />
      {isConflict && <StaleNotice saved={saved} changed={findChangedSubjects(saved, choices)} />}
      <Card>
        <div className="-mt-2">
          <NewsletterChoice
            name="communications"
            title={<FormattedMessage id="preferences.communications" values={{ brand: brand.shortName }} />}
            text={<FormattedMessage id="preferences.communications.text" values={{ club: brand.club }} />}
            isChosen={choices.communications}
            onChoose={(communications) => choose({ communications })}
          />
          <NewsletterChoice
            name="thirdParty"
            title={<FormattedMessage id="preferences.third_party" />}
            text={<FormattedMessage id="preferences.third_party.text" />}
            isChosen={choices.thirdParty}
            onChoose={(thirdParty) => choose({ thirdParty })}
          />
        </div>
        <hr className="mt-3 mb-5 border-line" />
        <div className="max-w-[420px]">
          <Select
            label={<FormattedMessage id="preferences.language" />}
            hint={<FormattedMessage id="preferences.language.hint" />}
            placeholder={intl.formatMessage({ id: 'preferences.language' })}
            choices={languages.map(({ ietfLanguageTag, name }) => ({ id: ietfLanguageTag, label: name }))}
            value={choices.communicationLanguage}
            onChange={(tag) => tag !== null && choose({ communicationLanguage: toEmailLanguage(tag) })}
          />
        </div>
      </Card>
      <div className="mt-4">
        <Callout>
          <FormattedMessage id="preferences.effect" values={{ hours: takesEffectWithinHours }} />
        </Callout>
      </div>
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button type="submit" kind={isSecondary ? 'outlined' : 'filled'} isBusy={isBusy}>
          <FormattedMessage id={isConflict ? 'preferences.stale.keep' : 'preferences.save'} />
        </Button>
        {isConflict && (
          <Button kind="outlined" onClick={discardChanges}>
            <FormattedMessage id="preferences.stale.take" />
          </Button>
        )}
        {!isConflict && isDirty && (
          <p className="text-sm text-ink-2">
            <FormattedMessage id="preferences.unsaved" />{' '}
            <LinkButton onClick={drop}>
              <FormattedMessage id="preferences.discard" />
            </LinkButton>
          </p>
        )}
        {savedAt !== null && !isDirty && (
          <SaveIndicator state="saved">
            <FormattedMessage
              id="preferences.saved_at"
              values={{ time: intl.formatTime(savedAt, { timeStyle: 'short' }) }}
            />
          </SaveIndicator>
        )}
      </div>
    </form>
  );
}
