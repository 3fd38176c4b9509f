import { EllipsisVertical, Repeat2, X } from '#ui/icons/icons.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { BackLink } from '#ui/layout/back-link.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton, iconButtonClass } from '#ui/buttons/icon-button.tsx';
import { MenuPopover } from '#ui/overlays/menu.tsx';
import { PageColumns, PageHead } from '#ui/layout/page.tsx';
import { TaskAside, TaskBar, TaskHead } from '#ui/layout/task-bar.tsx';
import { useDiveLog, useLogbookUpdates } from '#features/logbook/web/queries.ts';
import type { LogForm as Form } from './create-log-form.ts';
import { DivePreview } from './dive-preview.tsx';
import { FormActions, PublishFailure } from './form-actions.tsx';
import { FormConflict } from './form-conflict.tsx';
import { LogFormContext, isEditable, useFormState, useLogForm } from './form-context.ts';
import { FormSummary, RestoredNotice, StatusNotice } from './form-notices.tsx';
import { Section, SectionStops } from './form-sections.tsx';
import { focusField, sectionId } from './focus-field.ts';
import { listSectionFields, listSections, type SectionName } from './log-validation.ts';
import { LogSaveStatus } from './log-save-status.tsx';
import { listReturnedFields } from './returned-fields.ts';
import { useFormActions, type FormActions as Actions } from './use-form-actions.tsx';
import { useFormTitle } from './use-form-title.ts';
import { ActionBar } from '#ui/layout/action-bar.tsx';

const initiallyOpen: readonly SectionName[] = ['general', 'depth_times', 'skills'];

export function LogForm({ form }: { form: Form }) {
  return (
    <LogFormContext value={form}>
      <FormFrame form={form} />
      <LogUpdates />
    </LogFormContext>
  );
}

function LogUpdates() {
  const id = useFormState(({ log }) => log?.id);
  return id === undefined ? null : <LogUpdateListener id={id} />;
}

/** Merges changes from another tab, another device or the instructor once the dive is stored. */
function LogUpdateListener({ id }: { id: string }) {
  const { autosave } = useLogForm();
  const { data } = useDiveLog(id);
  useLogbookUpdates();
  useEffect(() => {
    if (data !== undefined) autosave.mergeUpdate(data);
  }, [autosave, data]);
  return null;
}

/** The layout of the form: aside on wide pages, bars on phones. */
function FormFrame({ form }: { form: Form }) {
  const [open, setOpen] = useState<ReadonlySet<SectionName>>(
    () => new Set([...initiallyOpen, ...listReturnedSections(form)]),
  );
  const show = useCallback((...names: SectionName[]) => {
    flushSync(() => setOpen((former) => new Set([...former, ...names])));
  }, []);
  const toggle = useCallback(
    (name: SectionName) =>
      setOpen(
        (former) => new Set(former.has(name) ? [...former].filter((other) => other !== name) : [...former, name]),
      ),
    [],
  );
  const go = useCallback(
    (name: SectionName) => {
      show(name);
      document.getElementById(sectionId(name))?.scrollIntoView();
    },
    [show],
  );
  const actions = useFormActions(form, () => {
    const { problems, conflict } = form.store.get();
    const wrong = listSections(form.type).flatMap((name) =>
      listSectionFields(name, form.type).filter((field) => field in problems),
    );
    const sections = listSections(form.type).filter((name) =>
      listSectionFields(name, form.type).some((field) => field in problems),
    );
    show(...sections);
    if (wrong[0] !== undefined && conflict === null) focusField(wrong[0]);
  });
  return (
    <>
      <PhoneBar actions={actions} />
      <SectionStops onGo={go} />
      <PageColumns>
        <div className="min-w-0">
          <FormHead actions={actions} />
          <StatusNotice />
          <RestoredNotice />
          <FormConflict />
          <FormSummary onJump={show} />
          {listSections(form.type).map((name) => (
            <Section key={name} name={name} isOpen={open.has(name)} onToggle={toggle} />
          ))}
        </div>
        <TaskAside isWideOnly>
          <LogSaveStatus />
          <DivePreview />
          <SubmitNote />
          <div className="grid gap-2">
            <FormActions actions={actions} isWide />
          </div>
        </TaskAside>
      </PageColumns>
      <ActionBar className="only-phone">
        <FormActions actions={actions} size="lg" isFilledLast />
      </ActionBar>
      <PublishFailure actions={actions} />
    </>
  );
}

/** Sections with a remark are open, because a folded one would hide what to fix. */
function listReturnedSections({ store, base, type }: Form): SectionName[] {
  const returned = new Set(listReturnedFields(store.get(), base));
  return listSections(type).filter((name) => listSectionFields(name, type).some((field) => returned.has(field)));
}

const listPath = '/logbook/list';

function FormHead({ actions }: { actions: Actions }) {
  const { title, text } = useFormTitle();
  const canRepeat = useFormState(isEditable);
  return (
    <TaskHead className="mb-4">
      <PageHead
        back={
          <BackLink to={listPath} className="mb-3 only-wide">
            <FormattedMessage id="logbook.form.back" />
          </BackLink>
        }
        title={title}
        text={text}
        end={
          canRepeat && (
            <Button className="only-wide" kind="outlined" size="sm" isBusy={actions.isBusy} onClick={actions.repeat}>
              <Repeat2 size={18} aria-hidden="true" />
              <FormattedMessage id="logbook.form.repeat" />
            </Button>
          )
        }
      />
    </TaskHead>
  );
}

function PhoneBar({ actions }: { actions: Actions }) {
  const intl = useIntl();
  const { title } = useFormTitle();
  const canRepeat = useFormState(isEditable);
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <TaskBar
      close={
        <Link className={iconButtonClass()} to={listPath} aria-label={intl.formatMessage({ id: 'logbook.form.close' })}>
          <X size={24} aria-hidden="true" />
        </Link>
      }
      title={title}
      state={<LogSaveStatus isShort />}
      end={
        canRepeat && (
          <>
            <IconButton
              ref={trigger}
              label={intl.formatMessage({ id: 'logbook.form.more' })}
              aria-haspopup="menu"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(true)}
            >
              <EllipsisVertical size={22} aria-hidden="true" />
            </IconButton>
            <MenuPopover
              label={intl.formatMessage({ id: 'logbook.form.more' })}
              triggerRef={trigger}
              isOpen={isOpen}
              onOpenChange={setIsOpen}
              items={[
                {
                  id: 'repeat',
                  label: intl.formatMessage({ id: 'logbook.form.repeat' }),
                  icon: <Repeat2 size={20} aria-hidden="true" />,
                  onAction: actions.repeat,
                },
              ]}
            />
          </>
        )
      }
    />
  );
}

function SubmitNote() {
  const canEdit = useFormState(isEditable);
  const isTraining = useFormTitle().isTraining;
  if (!canEdit) return null;
  return (
    <p className="text-sm text-ink-2">
      <FormattedMessage id={isTraining ? 'logbook.form.about_submit' : 'logbook.form.about_log'} />
    </p>
  );
}
