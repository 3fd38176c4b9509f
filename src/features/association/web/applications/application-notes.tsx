import { useRef, useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { detailTitle } from '#features/association/web/facts.tsx';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Field } from '#ui/fields/field.tsx';
import { Timeline, TimelineItem } from './timeline.tsx';
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
    <section aria-labelledby="notes-title">
      <h3 id="notes-title" className={detailTitle}>
        <FormattedMessage id="association.notes.title" />
      </h3>
      <Timeline>
        {notes.map((note) => (
          <TimelineItem key={note.id} date={note.date}>
            <bdi className="font-strong">{note.byName}</bdi> <span dir="auto">{note.text}</span>
          </TimelineItem>
        ))}
      </Timeline>
      <form className="[&_[data-part=label]]:text-(length:--t-xs) flex items-end gap-2 mt-2" onSubmit={send}>
        <Field
          className="flex-1"
          size="sm"
          data-part="note"
          label={<FormattedMessage id="association.notes.label" />}
          maxLength={1000}
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
          wrong={add.error && formatErrorMessage(intl, add.error)}
        />
        <Button type="submit" kind="outlined" size="sm" isBusy={add.isPending}>
          <FormattedMessage id="association.notes.add" />
        </Button>
      </form>
    </section>
  );
}
