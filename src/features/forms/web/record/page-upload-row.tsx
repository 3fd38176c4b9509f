import { FileUp, RotateCw } from '#ui/icons/icons.ts';
import { useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { documentTypes } from '#platform/web/files/document-file.ts';
import { useFileUpload } from '#platform/web/files/use-file-upload.ts';
import { Button } from '#ui/buttons/button.tsx';
import { UploadProgress } from '#ui/feedback/upload-progress.tsx';
import { FileInput } from '#ui/fields/file-input.tsx';
import { Disc, Row } from '#ui/lists/row.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { findPageProblem } from './page-problem.ts';
import { refreshForms } from '#features/forms/web/queries.ts';

const dataPath = '/api/forms/Data';

/** Uploads the page that a physician signed on paper. */
export function PageUploadRow({ recordId }: { recordId: string }) {
  const intl = useIntl();
  const input = useRef<HTMLInputElement>(null);
  const { upload, choose, retry, cancel } = useFileUpload({
    url: dataPath,
    template: dataPath,
    check: findPageProblem,
    fields: (key) => ({ kind: 'page', documentId: recordId, key }),
    async onSent() {
      await refreshForms();
      showToast({ text: intl.formatMessage({ id: 'forms.page.sent_in' }) });
    },
  });
  const pick = () => input.current?.click();
  return (
    <Row
      wrapsOnPhone
      start={
        <Disc>
          <FileUp size={20} />
        </Disc>
      }
      title={<FormattedMessage id="forms.page.title" />}
      text={
        <>
          <FormattedMessage id="forms.page.text" />
          <FileInput
            ref={input}
            label={intl.formatMessage({ id: 'forms.page.choose' })}
            accept={documentTypes}
            onChoose={choose}
          />
          <UploadProgress
            file={
              upload && {
                name: upload.file.name,
                progress: upload.progress,
                text: <FormattedMessage id={upload.progress === 1 ? 'forms.page.checking' : 'forms.page.sending'} />,
                problem: upload.problem && <FormattedMessage id={upload.problem} />,
                cancelLabel: intl.formatMessage({ id: 'forms.page.cancel' }, { name: upload.file.name }),
                onCancel: cancel,
              }
            }
          />
        </>
      }
      end={
        upload?.state === 'failed' ? (
          <Button kind="outlined" onClick={retry}>
            <RotateCw size={18} aria-hidden="true" />
            <FormattedMessage id="forms.page.retry" />
          </Button>
        ) : (
          <Button kind="outlined" isBusy={upload?.state === 'sending'} onClick={pick}>
            <FormattedMessage id={upload?.state === 'refused' ? 'forms.page.choose_other' : 'forms.page.choose'} />
          </Button>
        )
      }
    />
  );
}
