import { FormattedMessage, useIntl } from 'react-intl';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { CheckChips } from '#ui/fields/choice-chips.tsx';
import { Minus, Plus } from '#ui/icons/icons.ts';
import type { TimeWindow } from './chart-points.ts';
import type { ProfileLayer } from './layers.ts';
import { canZoomIn, canZoomOut, zoomWindow } from './time-window.ts';

interface LayerChipsProps {
  available: readonly ProfileLayer[];
  chosen: readonly ProfileLayer[];
  onChange: (layers: readonly ProfileLayer[]) => void;
}

export function LayerChips({ available, chosen, onChange }: LayerChipsProps) {
  if (available.length === 0) return null;
  return (
    <CheckChips
      legend={<FormattedMessage id="logbook.profile.layers" />}
      options={available.map((layer) => ({
        value: layer,
        label: <FormattedMessage id={`logbook.profile.${layer}`} />,
      }))}
      values={chosen}
      onChange={(values) => onChange(available.filter((layer) => values.includes(layer)))}
    />
  );
}

interface ZoomButtonsProps {
  window: TimeWindow;
  whole: TimeWindow;
  momentS: number;
  onChange: (window: TimeWindow) => void;
}

/** Zooms around the chosen moment. A button that can do nothing keeps the focus. */
export function ZoomButtons({ window, whole, momentS, onChange }: ZoomButtonsProps) {
  const intl = useIntl();
  const canEnlarge = canZoomIn(window);
  const canReduce = canZoomOut(window, whole);
  return (
    <div className="flex items-center gap-1">
      <IconButton
        label={intl.formatMessage({ id: 'logbook.profile.zoom_in' })}
        aria-disabled={!canEnlarge || undefined}
        onClick={() => canEnlarge && onChange(zoomWindow(window, whole, momentS, 'in'))}
      >
        <Plus size={20} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={intl.formatMessage({ id: 'logbook.profile.zoom_out' })}
        aria-disabled={!canReduce || undefined}
        onClick={() => canReduce && onChange(zoomWindow(window, whole, momentS, 'out'))}
      >
        <Minus size={20} aria-hidden="true" />
      </IconButton>
      <Button kind="quiet" isBusy={!canReduce} onClick={() => onChange(whole)}>
        <FormattedMessage id="logbook.profile.zoom_all" />
      </Button>
    </div>
  );
}
