import type { RefObject } from 'react';

interface FileInputProps {
  /** A button of the page opens it. */
  ref: RefObject<HTMLInputElement | null>;
  /** Where a test or a reader has to find it by name. */
  label?: string;
  accept: readonly string[];
  onChoose: (file: File) => void;
}

/** One file of somebody's device, out of sight. */
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
        // The same file again is a choice as well.
        target.value = '';
      }}
    />
  );
}
