import type { RefObject } from 'react';

interface FileInputProps {
  /** Used by the button that opens the file dialog. */
  ref: RefObject<HTMLInputElement | null>;
  /** The accessible name, for tests that find the input by it. */
  label?: string;
  accept: readonly string[];
  onChoose: (file: File) => void;
}

/** A hidden input for one file. */
export function FileInput({ ref, label, accept, onChoose }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept={accept.join(',')}
      {...(label !== undefined && { 'aria-label': label })}
      onChange={({ target }) => {
        const [file] = target.files ?? [];
        if (file) onChoose(file);
        // The reset makes choosing the same file again fire a change event.
        target.value = '';
      }}
    />
  );
}
