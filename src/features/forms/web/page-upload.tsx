import { FileUp, RotateCw, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Disc, Row } from '../../../ui/row.tsx';
import { pageTypes } from './page-file.ts';
import { type PageOnItsWay, usePageUpload } from './use-page-upload.ts';

/** The page that a physician signed on paper: chosen, sent, or told why not. */
export function PageUploadRow({ recordId }: { recordId: string }) {
  const intl = useIntl();
  const input = useRef<HTMLInputElement>(null);
  const { upload, choose, retry, cancel } = usePageUpload(recordId);
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
          <input
            ref={input}
            type="file"
            hidden
            accept={pageTypes.join(',')}
            aria-label={intl.formatMessage({ id: 'forms.page.choose' })}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) choose(file);
              // The same file again is a choice as well.
              target.value = '';
            }}
          />
          {upload !== null && <OnItsWay upload={upload} onCancel={cancel} />}
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

function OnItsWay({ upload: { file, progress, problem }, onCancel }: { upload: PageOnItsWay; onCancel: () => void }) {
  const intl = useIntl();
  const nameId = useId();
  return (
    <span className="page-on-its-way">
      <span className="grow">
        <bdi id={nameId}>{file.name}</bdi>
        {problem === null ? (
          <>
            <ProgressBar percent={Math.round(progress * 100)} labelledBy={nameId} />
            <span>
              <FormattedMessage id={progress === 1 ? 'forms.page.checking' : 'forms.page.sending'} />
            </span>
          </>
        ) : (
          <span className="problem" role="alert">
            <FormattedMessage id={problem} />
          </span>
        )}
      </span>
      <IconButton label={intl.formatMessage({ id: 'forms.page.cancel' }, { name: file.name })} onClick={onCancel}>
        <X size={20} aria-hidden="true" />
      </IconButton>
    </span>
  );
}
