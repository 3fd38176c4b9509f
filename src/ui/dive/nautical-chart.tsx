import { useEffect, useState } from 'react';
import tallUrl from './nautical-chart-tall.json?url';
import wideUrl from './nautical-chart-wide.json?url';

export type NauticalChartData = {
  width: number;
  height: number;
  fit: string;
  /** The areas of the seven tints from shallow to deep; each covers all water below its depth. */
  bands: readonly string[];
  contours: readonly string[];
  soundings: readonly (readonly [x: number, y: number, metres: number, tenths: number, isOnDark: 0 | 1])[];
  mark: readonly [x: number, y: number] | undefined;
  places: readonly { x: number; y: number; anchor: 'start' | 'middle' }[];
};

type ChartDrawingProps = {
  chart: NauticalChartData;
  variant: 'wide' | 'tall';
  placeNames?: readonly string[] | undefined;
};

/** A decorative nautical chart. In right-to-left languages the water is mirrored, but not the numbers. */
function ChartDrawing({ chart, variant, placeNames }: ChartDrawingProps) {
  return (
    <svg
      className={variant === 'tall' ? 'chart-art tall only-phone' : 'chart-art only-wide'}
      viewBox={`0 0 ${chart.width} ${chart.height}`}
      preserveAspectRatio={chart.fit}
      aria-hidden="true"
    >
      {chart.bands.map((path, index) => (
        <path key={path} className={`d${index + 1}`} d={path} />
      ))}
      <g className="isobath">
        {chart.bands.map((path) => (
          <path key={path} d={path} />
        ))}
        {chart.contours.map((path) => (
          <path key={path} d={path} opacity={0.6} />
        ))}
      </g>
      {chart.soundings.map(([x, y, metres, tenths, isOnDark]) => (
        <text key={`${x} ${y}`} x={x} y={y} className={isOnDark ? 'lo' : 'hi'}>
          {metres}
          <tspan dy={2.5}>{tenths}</tspan>
        </text>
      ))}
      {chart.mark && <circle className="here" cx={chart.mark[0]} cy={chart.mark[1]} r={5} />}
      {chart.places.map(({ x, y, anchor }, index) => (
        <text key={`${x} ${y}`} className="place" x={x} y={y} textAnchor={anchor}>
          {placeNames?.[index]}
        </text>
      ))}
    </svg>
  );
}

/** Charts of an invented sea floor. They are data, so they are no part of the page's scripts. */
async function fetchChart(url: string): Promise<NauticalChartData> {
  return (await (await fetch(url)).json()) as NauticalChartData;
}

/** Loads the chart for this width after the page, because it is large. The parent needs `position: relative`. */
export function NauticalChart({ placeNames }: { placeNames?: readonly string[] }) {
  const [charts, setCharts] = useState<{ wide?: NauticalChartData; tall?: NauticalChartData }>({});
  useEffect(() => {
    const query = matchMedia('(min-width: 1024px)');
    const load = async () => {
      const found = query.matches ? { wide: await fetchChart(wideUrl) } : { tall: await fetchChart(tallUrl) };
      setCharts((loaded) => ({ ...loaded, ...found }));
    };
    // The chart is decorative, so a failed request is ignored.
    const loadQuietly = () => void load().catch(() => undefined);
    loadQuietly();
    query.addEventListener('change', loadQuietly);
    return () => query.removeEventListener('change', loadQuietly);
  }, []);
  return (
    <>
      {charts.wide && <ChartDrawing chart={charts.wide} variant="wide" placeNames={placeNames} />}
      {charts.tall && <ChartDrawing chart={charts.tall} variant="tall" placeNames={placeNames} />}
    </>
  );
}
