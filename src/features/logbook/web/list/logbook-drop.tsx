import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useNavigate } from 'react-router';
import { collectFiles, hasFiles } from '#features/logbook/web/imports/collect-files.ts';
import { setDroppedFiles } from '#features/logbook/web/imports/shared-files.ts';

/** Files that are dropped anywhere on the logbook are imported. */
export function LogbookDrop() {
  const navigate = useNavigate();
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const options = { signal: stop.signal };
    const drop = async (data: DataTransfer) => {
      const dropped = await collectFiles(data);
      if (dropped.files.length === 0 && !dropped.isIncomplete) return;
      setDroppedFiles(dropped);
      await navigate('/logbook/import');
    };
    addEventListener(
      'dragover',
      (event) => {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        setIsOver(true);
      },
      options,
    );
    addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && setIsOver(false), options);
    addEventListener(
      'drop',
      (event) => {
        setIsOver(false);
        if (event.dataTransfer === null || !hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        void drop(event.dataTransfer);
      },
      options,
    );
    return () => stop.abort();
  }, [navigate]);
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-4 z-header grid place-items-center rounded-box border-2 border-dashed border-accent bg-accent-soft">
      <p className="text-lg font-strong text-accent-text">
        <FormattedMessage id="logbook.import.drop" />
      </p>
    </div>
  );
}
