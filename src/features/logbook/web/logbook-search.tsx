import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';

const pauseMs = 250;

interface LogbookSearchProps {
  search: string;
  onSearch: (search: string) => void;
}

/** Asked for when a word is typed, not at each letter of it. */
export function LogbookSearch({ search, onSearch }: LogbookSearchProps) {
  const intl = useIntl();
  const [typed, setTyped] = useState(search);
  const [seen, setSeen] = useState(search);
  const [sent, setSent] = useState(search);
  const field = useRef<HTMLInputElement>(null);
  const send = useRef(onSearch);
  useEffect(() => {
    send.current = onSearch;
  });
  if (search !== seen) {
    setSeen(search);
    // The address was changed elsewhere, such as by going back.
    if (search !== sent) setTyped(search);
  }
  useEffect(() => {
    const next = typed.trim();
    if (next === search) return;
    const timer = setTimeout(() => {
      setSent(next);
      send.current(next);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, search]);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  return (
    <search className="list-search">
      <Field
        ref={field}
        type="search"
        label={intl.formatMessage({ id: 'logbook.list.search_label' })}
        placeholder={intl.formatMessage({ id: 'logbook.list.search_hint' })}
        autoComplete="off"
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        start={<Search size={18} aria-hidden="true" />}
        end={
          typed !== '' && (
            <IconButton
              label={intl.formatMessage({ id: 'logbook.list.search_clear' })}
              onClick={() => {
                setTyped('');
                field.current?.focus();
              }}
            >
              <X size={18} aria-hidden="true" />
            </IconButton>
          )
        }
      />
    </search>
  );
}
