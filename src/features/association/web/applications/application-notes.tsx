import { useRef, useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Field } from '#ui/fields/field.tsx';
import { useAddNote, useNotes } from './queries.ts';

/** Internal notes, which the applicant does not see. */
export function ApplicationNotes({ applicationId }: { applicationId: number }) {
  const intl = useIntl();
  const { data: notes = [] } = useNotes(applicationId);
  const add = useAddNote(applicationId);
  const [text, setText] = useState('');
  // The key prevents a repeated request from adding the note twice.
  const key = useRef(crypto.randomUUID());
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '' || add.isPending) return;
    add.mutate(
      { key: key.current, text: text.trim() },
      {
        onSuccess: () => {
          setText('');
          key.current = crypto.randomUUID();
        },
      },
    );
  };
  return (
    <section className="notes" aria-labelledby="notes-title">
      <h3 id="notes-title">
        <FormattedMessage id="association.notes.title" />
      </h3>
      <ul className="trail">
        {notes.map((note) => (
          <li key={note.id}>
            <time className="num" dateTime={note.date}>
              {intl.formatDate(note.date, { dateStyle: 'medium', timeStyle: 'short' })}
            </time>
            <div className="min-w-0">
              <bdi className="font-strong">{note.byName}</bdi> <span dir="auto">{note.text}</span>
            </div>
          </li>
        ))}
      </ul>
      <form className="note-form" onSubmit={send}>
        <Field
          size="fine"
          data-part="note"
          label={<FormattedMessage id="association.notes.label" />}
          maxLength={1000}
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
          wrong={add.error && formatErrorMessage(intl, add.error)}
        />
        <Button type="submit" kind="outlined" size="fine" isBusy={add.isPending}>
          <FormattedMessage id="association.notes.add" />
        </Button>
      </form>
    </section>
  );
}
